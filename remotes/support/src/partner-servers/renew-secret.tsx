import { useState } from 'react';
import type { PartnerMode } from '@bank/contracts/partner-applications';
import { ApiError } from '@bank/client/api';
import { withMessage } from '@bank/client/call-failure';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
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
      const wait = error instanceof ApiError && error.details.retryAfterSeconds;
      // No more secrets fit into a request's header; other calls that were too many may be sent again within minutes.
      if (!wait || wait < 3_600 || error.code !== 'TOO_MANY_REQUESTS') throw error;
      throw withMessage(error, t('webhooks.renew_full', { at: dateTime(bankNow() + wait * 1_000) }));
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
