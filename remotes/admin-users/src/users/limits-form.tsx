import {
  type AccountLimits,
  changeLimitsRequest,
  type ChangeLimitsRequest,
  type ManagedUserDetails,
} from '@bank/contracts/admin';
import { isAwaiting } from '@bank/contracts/approvals';
import { typedAmount } from '@bank/contracts/typed-amount';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useSeen } from '@bank/client/use-seen';
import { useIsShown } from '@bank/client/use-is-shown';
import { useFormat } from '@bank/i18n/use-format';
import { AmountField } from '@bank/ui/amount-field';
import { FormActions } from '@bank/ui/form-actions';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import { editable } from './user-request';
import { changeLimits, useUsersRefresh } from './users.api';

const limits = [
  'transfer_limit',
  'withdrawal_limit',
  'card_limit',
] as const satisfies (keyof AccountLimits)[];

const { shape } = changeLimitsRequest;
const typedLimits = changeLimitsRequest.extend({
  transfer_limit: typedAmount(shape.transfer_limit),
  withdrawal_limit: typedAmount(shape.withdrawal_limit),
  card_limit: typedAmount(shape.card_limit),
});

const draftOf = ({ id }: ManagedUserDetails) => `limits-${id}`;

export function LimitsForm({ user, onDone }: { user: ManagedUserDetails; onDone: () => void }) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const form = useBankForm({
    schema: typedLimits,
    defaultValues: {
      transfer_limit: editable(user.limits.transfer_limit),
      withdrawal_limit: editable(user.limits.withdrawal_limit),
      card_limit: editable(user.limits.card_limit),
      reason: '',
    },
    draft: draftOf(user),
  });
  const send = useSending(user, onDone);
  const { field, errors } = useFormFields(form, {
    transfer_limit: t('users.transfer_limit'),
    withdrawal_limit: t('users.withdrawal_limit'),
    card_limit: t('users.card_limit'),
    reason: t('users.reason'),
  });
  return (
    <FormFrame
      form={form}
      errors={errors}
      head={<p>{t('users.limits_of', { name: `${user.first_name} ${user.last_name}` })}</p>}
      onSubmit={form.submit(send)}
    >
      {limits.map((name) => (
        <AmountField
          key={name}
          {...field(name)}
          required
          hint={t('users.limit_now', { amount: amount(user.limits[name]) })}
        />
      ))}
      <TextField
        {...field('reason')}
        required
        hint={t('users.reason_hint_limits')}
        maxLength={150}
        autoComplete="off"
      />
      <FormActions
        submit={t('users.limits_submit')}
        isSending={form.formState.isSubmitting}
        onCancel={() => {
          form.forget();
          onDone();
        }}
      />
    </FormFrame>
  );
}

function useSending(user: ManagedUserDetails, onDone: () => void) {
  const { id, first_name, last_name, limits: now } = user;
  const [seen] = useSeen(draftOf(user), now);
  const { t } = useTexts();
  const { show } = useToast();
  const refresh = useUsersRefresh();
  const intent = useIdempotencyKey(draftOf(user));
  const isShown = useIsShown();
  return async (request: ChangeLimitsRequest) => {
    const words = { failed: t('users.save_failed'), isFixed: true };
    const sent = { ...request, seen };
    const answer = await intent.send([id, sent], words, (key) => changeLimits(id, sent, key));
    const name = `${first_name} ${last_name}`;
    if (isAwaiting(answer)) show({ type: 'info', message: t('users.awaiting', { name }) });
    else {
      void refresh();
      show({ type: 'success', message: t('users.limits_saved', { name }) });
    }
    if (isShown()) onDone();
  };
}
