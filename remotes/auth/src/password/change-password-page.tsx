import { changePasswordRequest } from '@bank/contracts/settings';
import { useDestination, useSignInRedirect } from '@bank/client/destination';
import { useBankForm } from '@bank/client/form';
import { Navigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { Button } from '@bank/ui/button';
import { PasswordField } from '@bank/ui/password-field';
import { useToast } from '@bank/ui/toast';
import { AuthForm } from '../auth-form';
import { AuthFrame } from '../auth-frame';
import { useTexts } from '../texts';
import { useChangePassword } from './password.api';
import { usePasswordTexts } from './texts';

/** Replaces every page of a person with a temporary password until they choose their own. */
export function ChangePasswordPage() {
  const { t } = useTexts();
  const { t: own } = usePasswordTexts();
  const { state, user, signOut } = useSession();
  const destination = useDestination();
  const toSignIn = useSignInRedirect();
  if (state === 'signed-out') return <Navigate to={toSignIn} replace />;
  if (user && !user.must_change_password) return <Navigate to={destination} replace />;
  return (
    <AuthFrame
      title={t('change.title')}
      lead={own('change.lead')}
      after={
        <Button variant="secondary" onClick={() => void signOut()}>
          {own('change.sign_out')}
        </Button>
      }
    >
      <ChangePasswordForm />
    </AuthFrame>
  );
}

const names = ['currentPassword', 'newPassword', 'confirmPassword'] as const;

function ChangePasswordForm() {
  const { t: own } = usePasswordTexts();
  const { show } = useToast();
  const { retry: reloadSession } = useSession();
  const changePassword = useChangePassword();
  const { register, submit, failure, errorOf, formState } = useBankForm({
    schema: changePasswordRequest,
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const onSubmit = submit(async (body) => {
    await changePassword(body);
    show({ type: 'success', message: own('change.done') });
    reloadSession();
  });
  const fields = names.map((name) => ({
    ...register(name),
    id: name,
    label: own(`change.${name}`),
    error: errorOf(name),
    autoComplete: name === 'currentPassword' ? 'current-password' : 'new-password',
    'aria-required': true,
  }));
  return (
    <AuthForm
      fields={fields}
      failure={failure}
      state={formState}
      action={own('change.submit')}
      onSubmit={onSubmit}
    >
      {fields.map((field) => (
        <PasswordField
          key={field.name}
          {...field}
          {...(field.name === 'newPassword' && { hint: own('reset.password_hint') })}
        />
      ))}
    </AuthForm>
  );
}
