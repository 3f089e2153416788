import { useState } from 'react';
import type { PartnerMode } from '@bank/contracts/partner-applications';
import { withMessage } from '@bank/client/call-failure';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { isLongWait } from '@bank/client/long-wait';
import { bankNow } from '@bank/i18n/bank-clock';
import { useFormat } from '@bank/i18n/use-format';
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
  const { dateTime } = useFormat();
  const { mutateAsync } = useRenewSecret(partnerId, mode);
  const renew = async () => {
    const { secret } = await mutateAsync().catch((error: unknown) => {
      if (!isLongWait(error)) throw error;
      // No more secrets fit into a request's header.
      const at = dateTime(bankNow() + error.details.retryAfterSeconds * 1_000);
      throw withMessage(error, t('webhooks.renew_full', { at }));
    });
    onSecret(secret);
  };
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
          onConfirm={renew}
          done={t('webhooks.renewed')}
          failed={t('webhooks.renew_failed')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
