import { useId } from 'react';
import { type ManagedUser, type UpdateUserRequest } from '@bank/contracts/admin';
import { isAwaiting } from '@bank/contracts/approvals';
import { roles } from '@bank/contracts/permissions';
import { kycStatuses, userStatuses } from '@bank/contracts/users';
import { inWordsOf } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useSession } from '@bank/client/session';
import type { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useFormat } from '@bank/i18n/use-format';
import { AmountField } from '@bank/ui/amount-field';
import { ErrorSummary } from '@bank/ui/error-summary';
import { Fact, Facts } from '@bank/ui/facts';
import { FormActions } from '@bank/ui/form-actions';
import { PasswordField } from '@bank/ui/password-field';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import styles from './user-dialogs.module.css';
import { editedBalance, startingValues, typedUser } from './user-request';
import { saveUser, useUsersRefresh } from './users.api';

interface UserFormProps {
  /** Who is edited; nobody, somebody is created. */
  saved?: ManagedUser;
  intent: ReturnType<typeof useIdempotencyKey>;
  onDone: () => void;
}

type Name = keyof ReturnType<typeof startingValues>;

/** A password is a secret, and a balance may be another one by the time the draft is found again. */
const unkept = ['password', 'balance'] as const;

/** Writes a person down, new or known. */
export function UserForm({ saved, intent, onDone }: UserFormProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const id = useId();
  const defaultValues = startingValues(saved);
  const form = useBankForm({
    schema: typedUser(saved),
    defaultValues,
    draft: `user-${saved?.id ?? 'new'}`,
    unkept,
  });
  const send = useSaving(saved, intent, onDone);
  const field = (name: Name) => ({ id: `${id}-${name}`, error: form.errorOf(name), ...form.register(name) });
  const errors = (Object.keys(defaultValues) as Name[]).flatMap((name) => {
    const message = form.errorOf(name);
    return message ? [{ id: `${id}-${name}`, label: t(`users.${name}`) }] : [];
  });
  const mode = saved ? 'edit' : 'create';
  const { user: me } = useSession();
  const isOwn = saved !== undefined && saved.id === me?.id;
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void form.submit(send)(event)}>
      <ErrorSummary errors={errors} message={form.failure} attempt={form.formState.submitCount} />
      <TextField label={t('users.first_name')} required autoComplete="off" {...field('first_name')} />
      <TextField label={t('users.last_name')} required autoComplete="off" {...field('last_name')} />
      <TextField
        label={t('users.username')}
        hint={t(`users.username_${mode}`)}
        autoComplete="off"
        spellCheck={false}
        {...field('username')}
      />
      <TextField label={t('users.phone')} optional type="tel" autoComplete="off" {...field('phone')} />
      {isOwn ? (
        <OwnFacts saved={saved} />
      ) : (
        <>
          <AccessFields mode={mode} field={field} />
          <BalanceFields saved={saved} typed={form.watch('balance')} field={field} />
        </>
      )}
      <FormActions
        submit={saved ? shared.t('action.save') : t('users.create_submit')}
        isSending={form.formState.isSubmitting}
        onCancel={() => {
          form.forget();
          onDone();
        }}
      />
    </form>
  );
}

type FieldOf = (name: Name) => { id: string; error: string | undefined; name: string };

/** How a person is reached and signs in, and what they may do. */
function AccessFields({ mode, field }: { mode: 'edit' | 'create'; field: FieldOf }) {
  const { t } = useTexts();
  return (
    <>
      <TextField label={t('users.email')} required type="email" autoComplete="off" {...field('email')} />
      <PasswordField
        label={t('users.password')}
        hint={t(`users.password_${mode}`)}
        autoComplete="new-password"
        {...field('password')}
      />
      <SelectField
        label={t('users.role')}
        options={roles.map((value) => ({ value, label: t(`users.role_${value}`) }))}
        {...field('role')}
      />
      <SelectField
        label={t('users.status')}
        options={userStatuses.map((value) => ({ value, label: t(`users.status_${value}`) }))}
        {...field('status')}
      />
      <SelectField
        label={t('users.kyc_status')}
        options={kycStatuses.map((value) => ({ value, label: t(`users.kyc_${value}`) }))}
        {...field('kyc_status')}
      />
    </>
  );
}

/** What nobody changes of themselves. */
function OwnFacts({ saved }: { saved: ManagedUser }) {
  const { t } = useTexts();
  const { amount } = useFormat();
  return (
    <>
      <p className={styles.note}>{t('users.own_note')}</p>
      <Facts>
        <Fact name={t('users.email')}>{saved.email}</Fact>
        <Fact name={t('users.role')}>{t(`users.role_${saved.role}`)}</Fact>
        <Fact name={t('users.status')}>{t(`users.status_${saved.status}`)}</Fact>
        <Fact name={t('users.kyc_status')}>{t(`users.kyc_${saved.kyc_status}`)}</Fact>
        <Fact name={t('users.balance')}>{amount(saved.balance)}</Fact>
      </Facts>
    </>
  );
}

interface BalanceFieldsProps {
  saved: ManagedUser | undefined;
  typed: unknown;
  field: FieldOf;
}

/** The balance, and once it is edited what that does to the ledger, with the reason that stays there. */
function BalanceFields({ saved, typed, field }: BalanceFieldsProps) {
  const { t } = useTexts();
  const { amount, signedAmount } = useFormat();
  const edited = saved && editedBalance(typed, saved.balance);
  return (
    <>
      <AmountField
        label={t('users.balance')}
        hint={t(saved ? 'users.balance_edit' : 'users.balance_create')}
        {...field('balance')}
      />
      {saved && edited !== undefined && (
        <>
          <p role="status" className={styles.note}>
            {t('users.balance_change', {
              from: amount(saved.balance),
              to: amount(edited),
              change: signedAmount((Math.round(edited * 100) - Math.round(saved.balance * 100)) / 100),
            })}
          </p>
          <TextField
            label={t('users.reason')}
            hint={t('users.reason_hint')}
            required
            maxLength={150}
            autoComplete="off"
            {...field('reason')}
          />
        </>
      )}
    </>
  );
}

/** Sends the request under its intent's key, says that it worked, and refreshes the list. */
function useSaving(saved: ManagedUser | undefined, intent: UserFormProps['intent'], onDone: () => void) {
  const { t } = useTexts();
  const { show } = useToast();
  const refresh = useUsersRefresh();
  return async (request: UpdateUserRequest) => {
    const key = intent.keyFor([saved?.id, request]);
    const answer = await saveUser(saved?.id, request, key).catch((error: unknown) => {
      throw inWordsOf(error, { failed: t('users.save_failed'), isFixed: true });
    });
    intent.done();
    const name = `${request.first_name} ${request.last_name}`;
    if (isAwaiting(answer)) show({ type: 'info', message: t('users.awaiting', { name }) });
    else {
      void refresh(saved?.id);
      show({ type: 'success', message: t(saved ? 'users.saved' : 'users.created', { name }) });
      if (answer.password_link_sent) show({ type: 'info', message: t('users.password_link_sent', { name }) });
    }
    onDone();
  };
}
