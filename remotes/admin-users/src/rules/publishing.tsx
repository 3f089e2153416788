import { useId, useState } from 'react';
import type { RuleVersion } from '@bank/contracts/rules';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { publishRule, useRuleRefresh } from './rules.api';
import { useRuleTexts } from './texts';

interface PublishingProps {
  id: number;
  newest: RuleVersion;
  /** Something is typed that the saved draft lacks. */
  isChanged: boolean;
}

/** The next step of a draft: saving, sending to a second person, or their decision. */
export function Publishing({ id, newest, isChanged }: PublishingProps) {
  const hintId = useId();
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
    <Cluster align="center">
      <Button
        aria-disabled={isChanged}
        aria-describedby={isChanged ? hintId : undefined}
        onClick={() => !isChanged && setAsking(true)}
      >
        {t('publish.ask')}
      </Button>
      <p id={hintId} role="status">
        {isChanged && t('publish.unsaved')}
      </p>
      {isAsking && (
        <ConfirmDialog
          title={t('publish.question', { version })}
          description={<p>{t('publish.message')}</p>}
          action={t('publish.confirm')}
          onConfirm={async () => {
            const key = intent.keyFor([id, version, newest.changed_at]);
            await publishRule(id, newest, key);
            // The same draft may be asked for again, once a second person has refused it.
            intent.done(key);
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
