import { useState } from 'react';
import type { PartnerMode } from '@bank/contracts/partner-applications';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { Button } from '@bank/ui/button';
import { useRenewSecret } from './partner-servers.api';
import { useServerTexts } from './texts';

interface RenewSecretProps {
  partnerId: number;
  mode: PartnerMode;
  /** Also after this was closed: the new secret signs all the same. */
  onSecret: (secret: string | null) => void;
}

/** Replaces a webhook's secret after a question. */
export function RenewSecret({ partnerId, mode, onSecret }: RenewSecretProps) {
  const { t } = useServerTexts();
  const [isAsking, setAsking] = useState(false);
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
          onConfirm={() => mutateAsync().then((renewed) => onSecret(renewed.secret))}
          done={t('webhooks.renewed')}
          failed={t('webhooks.renew_failed')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
