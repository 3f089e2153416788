import {
  type DirectDebit,
  refundFields,
  type RefundReason,
  refundReasons,
} from '@bank/contracts/direct-debits';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { useFormat } from '@bank/i18n/use-format';
import { Dialog } from '@bank/ui/dialog';
import { FormActions } from '@bank/ui/form-actions';
import { SelectField } from '@bank/ui/select-field';
import { useToast } from '@bank/ui/toast';
import { refundDebit, useDebitsRefresh } from './direct-debits.api';
import { refundOf } from './refund-of';
import { useDebitTexts } from './texts';

interface RefundDialogProps {
  debit: DirectDebit;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for money back: freely within eight weeks, afterwards only where no mandate was signed. */
export const RefundDialog = (props: RefundDialogProps) =>
  refundOf(props.debit) === 'free' ? <FreeRefund {...props} /> : <Contest {...props} />;

function FreeRefund({ debit, onClose, onDone }: RefundDialogProps) {
  const { t } = useDebitTexts();
  const { amount, date } = useFormat();
  const form = useBankForm({ schema: refundFields, defaultValues: { reason: '' } });
  const { field, errors } = useFormFields(form, { reason: t('reason') });
  const send = useRefunding(debit);
  const isShown = useIsShown();
  const sum = amount(debit.amount, debit.currency);
  const values = { amount: sum, creditor: debit.creditor_name, day: date(debit.refundable_until ?? '') };
  const isUnauthorised = form.watch('reason') === 'no_mandate';
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('refund_title')}
      description={t('refund_message', values)}
    >
      <FormFrame
        form={form}
        errors={errors}
        onSubmit={form.submit(async ({ reason }) => {
          await send(reason);
          if (isShown()) onDone();
        })}
      >
        <SelectField
          optional
          placeholder={t('reason_none')}
          options={refundReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
          hint={isUnauthorised ? t('reason_blocks') : undefined}
          {...field('reason')}
        />
        <FormActions
          submit={t('refund_confirm', { amount: sum })}
          isSending={form.formState.isSubmitting}
          onCancel={onClose}
        />
      </FormFrame>
    </Dialog>
  );
}

function Contest({ debit, onClose, onDone }: RefundDialogProps) {
  const { t } = useDebitTexts();
  const { amount, date } = useFormat();
  const send = useRefunding(debit, { quiet: true });
  return (
    <ConfirmDialog
      title={t('contest_title')}
      description={t('contest_message', {
        amount: amount(debit.amount, debit.currency),
        creditor: debit.creditor_name,
        day: date(debit.contestable_until ?? ''),
      })}
      action={t('contest_confirm')}
      onConfirm={() => send('no_mandate')}
      done={t('refunded')}
      failed={t('refund_failed')}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** Sends the request under its intent's key, confirms it, and refreshes the lists. */
function useRefunding(debit: DirectDebit, { quiet = false } = {}) {
  const { t } = useDebitTexts();
  const { show } = useToast();
  const intent = useIdempotencyKey();
  const refresh = useDebitsRefresh();
  return async (reason: RefundReason | undefined) => {
    const words = { failed: t('refund_failed') };
    await intent.send({ id: debit.id, reason }, words, (key) => refundDebit(debit, reason, key));
    if (!quiet) show({ type: 'success', message: t('refunded') });
    await refresh();
  };
}
