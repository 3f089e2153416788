import { useId } from 'react';
import {
  type AccountLimits,
  changeLimitsRequest,
  type ChangeLimitsRequest,
  type ManagedUserDetails,
} from '@bank/contracts/admin';
import { isAwaiting } from '@bank/contracts/approvals';
import { typedAmount } from '@bank/contracts/typed-amount';
import { inWordsOf } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useFormat } from '@bank/i18n/use-format';
import { AmountField } from '@bank/ui/amount-field';
import { ErrorSummary } from '@bank/ui/error-summary';
import { FormActions } from '@bank/ui/form-actions';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import styles from './user-dialogs.module.css';
import { editable } from './user-request';
import { changeLimits, useUsersRefresh } from './users.api';

const limits = [
  'transfer_limit',
  'withdrawal_limit',
  'card_limit',
] as const satisfies (keyof AccountLimits)[];
const fields = [...limits, 'reason'] as const;

const { shape } = changeLimitsRequest;
const typedLimits = changeLimitsRequest.extend({
  transfer_limit: typedAmount(shape.transfer_limit),
  withdrawal_limit: typedAmount(shape.withdrawal_limit),
  card_limit: typedAmount(shape.card_limit),
});

/** What may leave an account in a day or a month, for this one customer. */
export function LimitsForm({ user, onDone }: { user: ManagedUserDetails; onDone: () => void }) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const id = useId();
  const form = useBankForm({
    schema: typedLimits,
    defaultValues: {
      transfer_limit: editable(user.limits.transfer_limit),
      withdrawal_limit: editable(user.limits.withdrawal_limit),
      card_limit: editable(user.limits.card_limit),
      reason: '',
    },
  });
  const send = useSending(user, onDone);
  const field = (name: (typeof fields)[number]) => ({
    id: `${id}-${name}`,
    label: t(`users.${name}`),
    required: true,
    error: form.errorOf(name),
    ...form.register(name),
  });
  const errors = fields.flatMap((name) => {
    const message = form.errorOf(name);
    return message ? [{ id: `${id}-${name}`, label: t(`users.${name}`) }] : [];
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void form.submit(send)(event)}>
      <p>{t('users.limits_of', { name: `${user.first_name} ${user.last_name}` })}</p>
      <ErrorSummary errors={errors} message={form.failure} attempt={form.formState.submitCount} />
      {limits.map((name) => (
        <AmountField
          key={name}
          {...field(name)}
          hint={t('users.limit_now', { amount: amount(user.limits[name]) })}
        />
      ))}
      <TextField
        {...field('reason')}
        hint={t('users.reason_hint_limits')}
        maxLength={150}
        autoComplete="off"
      />
      <FormActions
        submit={t('users.limits_submit')}
        isSending={form.formState.isSubmitting}
        onCancel={onDone}
      />
    </form>
  );
}

function useSending({ id, first_name, last_name }: ManagedUserDetails, onDone: () => void) {
  const { t } = useTexts();
  const { show } = useToast();
  const refresh = useUsersRefresh();
  const intent = useIdempotencyKey();
  return async (request: ChangeLimitsRequest) => {
    const answer = await changeLimits(id, request, intent.keyFor([id, request])).catch((error: unknown) => {
      throw inWordsOf(error, { failed: t('users.save_failed'), isFixed: true });
    });
    intent.done();
    const name = `${first_name} ${last_name}`;
    if (isAwaiting(answer)) show({ type: 'info', message: t('users.awaiting', { name }) });
    else {
      void refresh();
      show({ type: 'success', message: t('users.limits_saved', { name }) });
    }
    onDone();
  };
}
