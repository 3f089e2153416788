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
import { usePasswordTexts } from './texts';

const resetForm = resetPasswordRequest
  .pick({ password: true })
  .extend({ confirmPassword: typedPassword })
  .refine(samePassword, passwordsDiffer);

/** Opened by the mailed link: sets a new password, once. */
export function ResetPasswordPage() {
  const { t } = useTexts();
  const { t: own } = usePasswordTexts();
  const links = {
    done: (
      <Link to="/login" className={buttonClass({ wide: true })}>
        {t('login.submit')}
      </Link>
    ),
    invalid: (
      <Link to="/forgot-password" className={buttonClass({ wide: true })}>
        {own('reset.ask_again')}
      </Link>
    ),
  };
  const texts = {
    title: t('reset.title'),
    lead: own('reset.lead'),
    done_title: own('reset.done_title'),
    done_lead: own('reset.done_lead'),
    invalid_title: own('reset.invalid_title'),
    invalid_lead: own('reset.invalid_lead'),
  };
  return <MailedLinkPage texts={texts} Form={ResetPasswordForm} links={links} />;
}

function ResetPasswordForm({ token, onOutcome }: LinkFormProps) {
  const { t: own } = usePasswordTexts();
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
    label: own(`reset.${name}`),
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
      action={own('reset.submit')}
      onSubmit={onSubmit}
    >
      <PasswordField {...password} hint={own('reset.password_hint')} />
      <PasswordField {...confirmation} />
    </AuthForm>
  );
}
