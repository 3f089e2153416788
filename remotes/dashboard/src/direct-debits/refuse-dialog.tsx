import type { DirectDebit } from '@bank/contracts/direct-debits';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useFormat } from '@bank/i18n/use-format';
import { decideDebit, useDebitsRefresh } from './direct-debits.api';
import { useDebitTexts } from './texts';

interface RefuseDialogProps {
  debit: DirectDebit;
  onClose: () => void;
  onDone: () => void;
}

/** Refuses a collection that is still to come. */
export function RefuseDialog({ debit, onClose, onDone }: RefuseDialogProps) {
  const { t } = useDebitTexts();
  const { amount, date } = useFormat();
  const intent = useIdempotencyKey();
  const refresh = useDebitsRefresh();
  const { creditor_name: creditor } = debit;
  return (
    <ConfirmDialog
      danger
      title={t('refuse_title', { creditor })}
      description={t('refuse_message', {
        creditor,
        amount: amount(debit.amount, debit.currency),
        day: date(debit.due_on),
      })}
      action={t('refuse_confirm')}
      onConfirm={async () => {
        const key = intent.keyFor(debit.id);
        await decideDebit(debit, 'refuse', key);
        intent.done(key);
        await refresh();
      }}
      done={t('refused', { creditor })}
      failed={t('refuse_failed')}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
