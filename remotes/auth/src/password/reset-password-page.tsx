import { resetPasswordRequest, typedPassword } from '@bank/contracts/auth';
import { useBankForm } from '@bank/client/form';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { buttonClass } from '@bank/ui/button';
import { PasswordField } from '@bank/ui/password-field';
import { AuthForm } from '../auth-form';
import { passwordsDiffer, samePassword } from '../confirmed-password';
import { type LinkFormProps, MailedLinkPage, outcomeOf } from '../mailed-link-page';
import { useTexts } from '../texts';
import { setPassword } from './password.api';

const resetForm = resetPasswordRequest
  .pick({ password: true })
  .extend({ confirmPassword: typedPassword })
  .refine(samePassword, passwordsDiffer);

/** Opened by the mailed link: sets a new password, once. */
export function ResetPasswordPage() {
  const { t } = useTexts();
  const links = {
    done: (
      <Link to="/login" className={buttonClass({ wide: true })}>
        {t('login.submit')}
      </Link>
    ),
    invalid: (
      <Link to="/forgot-password" className={buttonClass({ wide: true })}>
        {t('reset.ask_again')}
      </Link>
    ),
  };
  return <MailedLinkPage texts="reset" Form={ResetPasswordForm} links={links} />;
}

function ResetPasswordForm({ token, onOutcome }: LinkFormProps) {
  const { t } = useTexts();
  const { state, signOut } = useSession();
  const { register, submit, failure, errorOf, formState } = useBankForm({
    schema: resetForm,
    defaultValues: { password: '', confirmPassword: '' },
  });
  const onSubmit = submit(async ({ password }) => {
    const outcome = await outcomeOf(setPassword({ token, password }));
    // The server has also ended this browser's session.
    if (outcome === 'done' && state !== 'signed-out') await signOut();
    onOutcome(outcome);
  });
  const fieldOf = (name: 'password' | 'confirmPassword') => ({
    ...register(name),
    id: name,
    label: t(`reset.${name}`),
    error: errorOf(name),
    autoComplete: 'new-password',
    'aria-required': true,
  });
  const password = fieldOf('password');
  const confirmation = fieldOf('confirmPassword');
  return (
    <AuthForm
      fields={[password, confirmation]}
      failure={failure}
      state={formState}
      action={t('reset.submit')}
      onSubmit={onSubmit}
    >
      <PasswordField {...password} hint={t('reset.password_hint')} />
      <PasswordField {...confirmation} />
    </AuthForm>
  );
}
