import type { ScheduledPayment } from '@bank/contracts/scheduled-payments';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useFormat } from '@bank/i18n/use-format';
import { useScheduledTexts } from './texts';
import { useRemoveDebit } from './scheduled.api';

interface RemoveDebitProps {
  debit: ScheduledPayment;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemoveDebit({ debit, onClose, onRemoved }: RemoveDebitProps) {
  const { t } = useScheduledTexts();
  const { amount } = useFormat();
  const { mutateAsync } = useRemoveDebit();
  const { label, currency } = debit;
  return (
    <ConfirmDialog
      danger
      title={t('scheduled.remove_title', { label })}
      description={t('scheduled.remove_message', { amount: amount(debit.amount, currency) })}
      action={t('scheduled.remove_confirm')}
      onConfirm={() => mutateAsync(debit)}
      done={t('scheduled.removed', { label })}
      failed={t('scheduled.remove_failed')}
      onDone={() => {
        onClose();
        onRemoved();
      }}
      onClose={onClose}
    />
  );
}
