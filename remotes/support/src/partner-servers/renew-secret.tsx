import { useState } from 'react';
import type { PartnerMode } from '@bank/contracts/partner-applications';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { Button } from '@bank/ui/button';
import { useRenewSecret } from './partner-servers.api';
import { ShownSecret } from './shown-secret';
import { useServerTexts } from './texts';

/** Replaces a webhook's secret after a question, and shows the new one. */
export function RenewSecret({ partnerId, mode }: { partnerId: number; mode: PartnerMode }) {
  const { t } = useServerTexts();
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { mutateAsync } = useRenewSecret(partnerId, mode);
  return (
    <>
      <Button variant="secondary" size="small" icon="refresh-cw" onClick={() => setAsking(true)}>
        {t('webhooks.renew')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('webhooks.renew_question')}
          description={t('webhooks.renew_message')}
          action={t('webhooks.renew')}
          onConfirm={() => mutateAsync().then((renewed) => setSecret(renewed.secret))}
          done={t('webhooks.renewed')}
          failed={t('webhooks.renew_failed')}
          onClose={() => setAsking(false)}
        />
      )}
      {secret !== null && (
        <ShownSecret title={t('webhooks.secret')} secret={secret} onClose={() => setSecret(null)} />
      )}
    </>
  );
}
