import { useRef } from 'react';
import type { ScheduledPayment } from '@bank/contracts/scheduled-payments';
import { useFormat } from '@bank/i18n/use-format';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { failureText } from '@bank/client/call-failure';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import { useRemoveDebit } from './scheduled.api';

interface RemoveDebitProps {
  /** The debit in question; none, no question. */
  debit: ScheduledPayment | undefined;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before a debit is ended for good. */
export function RemoveDebit({ debit, onClose, onRemoved }: RemoveDebitProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const { amount } = useFormat();
  const { show } = useToast();
  const { mutate, isPending } = useRemoveDebit();
  const keep = useRef<HTMLButtonElement>(null);
  if (!debit) return null;
  const { label, currency } = debit;
  const remove = () =>
    mutate(debit, {
      onSuccess: () => {
        show({ type: 'success', message: t('scheduled.removed', { label }) });
        onClose();
        onRemoved();
      },
      onError: (error) => {
        const failed = t('scheduled.remove_failed');
        show({ type: 'error', message: failureText(error, { failed, offline: failed }) });
      },
    });
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      onClose={onClose}
      initialFocus={keep}
      title={t('scheduled.remove_title', { label })}
      description={t('scheduled.remove_message', { amount: amount(debit.amount, currency) })}
      actions={
        <>
          <Button variant="danger" loading={isPending} onClick={remove}>
            {t('scheduled.remove_confirm')}
          </Button>
          <Button ref={keep} variant="secondary" onClick={onClose}>
            {shared.t('action.cancel')}
          </Button>
        </>
      }
    />
  );
}
