import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { ClosingOutlook, ClosingRequest } from '@bank/contracts/closings';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { forgetPerson } from '@bank/client/session';
import { clearTokens } from '@bank/client/tokens';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useFormat } from '@bank/i18n/use-format';
import { closeRelation, useClosingRefresh } from './privacy.api';
import { usePrivacyTexts } from './texts';

interface ClosingDialogProps {
  outlook: ClosingOutlook;
  request: ClosingRequest;
  onClose: () => void;
}

/** Repeats where the balance goes before the relation ends. */
export function ClosingDialog({ outlook, request, onClose }: ClosingDialogProps) {
  const { t } = usePrivacyTexts();
  const { amount } = useFormat();
  const intent = useIdempotencyKey();
  const refresh = useClosingRefresh();
  const { balance, holder } = outlook;
  const paid = { amount: amount(balance, 'EUR'), iban: inGroupsOfFour(request.iban ?? ''), holder };
  return (
    <ConfirmDialog
      danger
      title={t('closing_title')}
      description={balance > 0 ? t('closing_message_paid', paid) : t('closing_message')}
      action={t('closing_confirm')}
      onConfirm={async () => {
        const key = intent.keyFor(request);
        const { state } = await closeRelation(request, key);
        intent.done(key);
        // The server has ended every session: another call would be refused.
        if (state === 'closed') {
          forgetPerson();
          clearTokens();
        } else await refresh();
      }}
      done={balance > 0 ? t('closing_started') : t('closing_done')}
      failed={t('closing_failed')}
      onClose={onClose}
    />
  );
}
