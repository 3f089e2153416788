import { type ManagedUser, type UpdateUserRequest } from '@bank/contracts/admin';
import { isAwaiting } from '@bank/contracts/approvals';
import { mayCombine, roles } from '@bank/contracts/permissions';
import { kycStatuses, userStatuses } from '@bank/contracts/users';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { mayDo, useSession } from '@bank/client/session';
import type { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useFormat } from '@bank/i18n/use-format';
import { AmountField } from '@bank/ui/amount-field';
import { Fact, DescriptionList } from '@bank/ui/description-list';
import { FormActions } from '@bank/ui/form-actions';
import { PasswordField } from '@bank/ui/password-field';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { listedKycOf } from '../kyc/submission';
import { useTexts } from '../texts';
import styles from './user-dialogs.module.css';
import { StaffRoleFields, useStaffRoleNames } from './staff-role-fields';
import { editedBalance, initialValues } from './user-request';
import { useUserForm } from './use-user-form';
import { saveUser, useUsersRefresh } from './users.api';

interface UserFormProps {
  /** The user to edit; without one, a user is created. */
  saved?: ManagedUser;
  intent: ReturnType<typeof useIdempotencyKey>;
  onDone: () => void;
}

type Name = keyof ReturnType<typeof initialValues>;

export function UserForm({ saved, intent, onDone }: UserFormProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const form = useUserForm(saved);
  const send = useSaving(saved, intent, onDone);
  const names = Object.keys(initialValues(saved)) as Name[];
  const labels = Object.fromEntries(names.map((name) => [name, t(`users.${name}`)]));
  const { field, errors } = useFormFields(form, labels as Record<Name, string>);
  const mode = saved ? 'edit' : 'create';
  const { user: me } = useSession();
  const isOwn = saved !== undefined && saved.id === me?.id;
  const isAdministrator = form.watch('role') === 'admin';
  return (
    <FormFrame form={form} errors={errors} onSubmit={form.submit(send)}>
      <TextField required autoComplete="off" {...field('first_name')} />
      <TextField required autoComplete="off" {...field('last_name')} />
      <TextField
        hint={t(`users.username_${mode}`)}
        autoComplete="off"
        spellCheck={false}
        {...field('username')}
      />
      {isOwn ? (
        <OwnFacts saved={saved} />
      ) : (
        <>
          <AccessFields mode={mode} field={field} />
          {isAdministrator && mayDo(me, 'change', 'staff:manage') && (
            <StaffRoleFields register={form.register} error={form.errorOf('staff_roles')} />
          )}
          {mayDo(me, 'change', 'balances:change') && (
            <BalanceFields saved={saved} typed={form.watch('balance')} field={field} />
          )}
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
    </FormFrame>
  );
}

type FieldOf = (name: Name) => { id: string; label: string; error: string | undefined; name: string };

function AccessFields({ mode, field }: { mode: 'edit' | 'create'; field: FieldOf }) {
  const { t } = useTexts();
  const { user: me } = useSession();
  return (
    <>
      <TextField optional type="tel" autoComplete="off" {...field('phone')} />
      <TextField required type="email" autoComplete="off" {...field('email')} />
      <PasswordField hint={t(`users.password_${mode}`)} autoComplete="new-password" {...field('password')} />
      {mayDo(me, 'change', 'staff:manage') && (
        <SelectField
          options={roles.map((value) => ({ value, label: t(`users.role_${value}`) }))}
          {...field('role')}
        />
      )}
      <SelectField
        options={userStatuses.map((value) => ({ value, label: t(`users.status_${value}`) }))}
        {...field('status')}
      />
      {mayDo(me, 'change', 'kyc:review') && (
        <SelectField
          options={kycStatuses.map((value) => ({ value, label: t(`users.kyc_${value}`) }))}
          {...field('kyc_status')}
        />
      )}
    </>
  );
}

function OwnFacts({ saved }: { saved: ManagedUser }) {
  const { t } = useTexts();
  const staffRoleNames = useStaffRoleNames();
  const { amount } = useFormat();
  return (
    <>
      <p className={styles.note}>{t('users.own_note')}</p>
      <DescriptionList>
        <Fact name={t('users.phone')}>{saved.phone}</Fact>
        <Fact name={t('users.email')}>{saved.email}</Fact>
        <Fact name={t('users.role')}>{t(`users.role_${saved.role}`)}</Fact>
        <Fact name={t('users.staff_roles')}>{staffRoleNames(saved)}</Fact>
        <Fact name={t('users.roles_to_part')}>
          {!mayCombine(saved.staff_roles ?? []) && t('users.roles_to_part_why')}
        </Fact>
        <Fact name={t('users.status')}>{t(`users.status_${saved.status}`)}</Fact>
        <Fact name={t('users.kyc_status')}>{t(`users.kyc_${listedKycOf(saved)}`)}</Fact>
        <Fact name={t('users.balance')}>{amount(saved.balance)}</Fact>
      </DescriptionList>
    </>
  );
}

interface BalanceFieldsProps {
  saved: ManagedUser | undefined;
  typed: unknown;
  field: FieldOf;
}

/** The balance; once it is edited, the resulting ledger entry and its reason. */
function BalanceFields({ saved, typed, field }: BalanceFieldsProps) {
  const { t } = useTexts();
  const { amount, signedAmount } = useFormat();
  const edited = saved && editedBalance(typed, saved.balance);
  return (
    <>
      <AmountField hint={t(saved ? 'users.balance_edit' : 'users.balance_create')} {...field('balance')} />
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

/** Sends the request under its intent's key, confirms it, and refreshes the list. */
function useSaving(saved: ManagedUser | undefined, intent: UserFormProps['intent'], onDone: () => void) {
  const { t } = useTexts();
  const { show } = useToast();
  const refresh = useUsersRefresh();
  const isShown = useIsShown();
  return async (request: UpdateUserRequest) => {
    const words = { failed: t('users.save_failed'), isFixed: true };
    const answer = await intent.send([saved?.id, request], words, (key) => saveUser(saved?.id, request, key));
    const name = `${request.first_name} ${request.last_name}`;
    if (isAwaiting(answer)) show({ type: 'info', message: t('users.awaiting', { name }) });
    else {
      void refresh(saved?.id);
      show({ type: 'success', message: t(saved ? 'users.saved' : 'users.created', { name }) });
      if (answer.password_link_sent) show({ type: 'info', message: t('users.password_link_sent', { name }) });
    }
    if (isShown()) onDone();
  };
}
