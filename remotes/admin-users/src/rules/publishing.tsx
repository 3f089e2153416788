import { useState } from 'react';
import type { RuleDetail, RuleVersion } from '@bank/contracts/rules';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { publishRule, useRuleRefresh } from './rules.api';
import { useRuleTexts } from './texts';

/** What a draft waits for: to be sent to a second person, or their decision. */
export function Publishing({ rule: { id }, newest }: { rule: RuleDetail; newest: RuleVersion }) {
  const { t } = useRuleTexts();
  const { user } = useSession();
  const [isAsking, setAsking] = useState(false);
  const intent = useIdempotencyKey();
  const refresh = useRuleRefresh(id);
  const { version, state, waiting } = newest;
  if (state !== 'draft') return null;
  if (waiting) {
    return (
      <Alert tone="warning">
        <p>
          {t('publish.waiting', { version })} <Link to="/admin/approvals">{t('publish.queue')}</Link>
        </p>
      </Alert>
    );
  }
  if (!mayDo(user, 'change', 'rules:manage')) return null;
  return (
    <Cluster>
      <Button onClick={() => setAsking(true)}>{t('publish.ask')}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t('publish.question', { version })}
          description={<p>{t('publish.message')}</p>}
          action={t('publish.confirm')}
          onConfirm={async () => {
            await publishRule(id, version, intent.keyFor([id, version, newest.changed_at]));
            await refresh();
          }}
          done={t('publish.done')}
          failed={t('publish.failed')}
          onClose={() => setAsking(false)}
        />
      )}
    </Cluster>
  );
}
