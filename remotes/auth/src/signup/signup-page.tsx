import { signupRequest, typedPassword } from '@bank/contracts/auth';
import { config, homeOf } from '@bank/client/config';
import { useBankForm } from '@bank/client/form';
import { Link, Navigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { Button } from '@bank/ui/button';
import { ErrorSummary } from '@bank/ui/error-summary';
import { PasswordField } from '@bank/ui/password-field';
import { TextField } from '@bank/ui/text-field';
import { AuthFrame } from '../auth-frame';
import { passwordsDiffer, samePassword } from '../confirmed-password';
import formStyles from '../form.module.css';
import { refusedFields } from '../form-errors';
import { useTexts } from '../texts';
import { signUp } from './signup.api';

const signupForm = signupRequest.extend({ confirmPassword: typedPassword }).refine(samePassword, passwordsDiffer);

/** The fields before the passwords, in the order in which people say them. */
const personal = [
  { name: 'first_name', autoComplete: 'given-name' },
  { name: 'last_name', autoComplete: 'family-name' },
  { name: 'username', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
  { name: 'email', type: 'email', autoComplete: 'email', spellCheck: false },
  { name: 'phone', type: 'tel', autoComplete: 'tel', optional: true },
] as const;

const names = [...personal.map(({ name }) => name), 'password', 'confirmPassword'] as const;

const nothing = {
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  phone: '',
  password: '',
  confirmPassword: '',
};

/** Opening an account: one form, and the person is in. */
export function SignupPage() {
  const { t } = useTexts();
  const { state } = useSession();
  if (state === 'signed-in') return <Navigate to={homeOf[config.site]} replace />;
  return (
    <AuthFrame
      title={t('signup.title')}
      lead={t('signup.lead')}
      after={
        <p>
          {t('signup.have_account')} <Link to="/login">{t('signup.login')}</Link>
        </p>
      }
    >
      <SignupForm />
    </AuthFrame>
  );
}

function SignupForm() {
  const { t } = useTexts();
  const { start } = useSession();
  const { register, submit, failure, errorOf, formState } = useBankForm({
    schema: signupForm,
    defaultValues: nothing,
  });
  const errors = refusedFields(names, errorOf);
  const onSubmit = submit(async ({ confirmPassword: _, ...person }) => start(await signUp(person)));
  const attributesOf = (name: (typeof names)[number]) => ({
    ...register(name),
    id: name,
    error: errorOf(name),
    'aria-required': name !== 'phone',
  });
  return (
    <form className={formStyles.form} noValidate onSubmit={onSubmit}>
      <ErrorSummary
        errors={errors}
        message={errors.length > 0 ? undefined : failure}
        attempt={formState.submitCount}
      />
      {personal.map(({ name, ...input }) => (
        <TextField
          key={name}
          {...attributesOf(name)}
          {...input}
          label={t(`signup.${name}`)}
          hint={name === 'username' ? t('signup.username_hint') : undefined}
        />
      ))}
      <PasswordField
        {...attributesOf('password')}
        label={t('signup.password')}
        hint={t('signup.password_hint')}
        autoComplete="new-password"
      />
      <PasswordField {...attributesOf('confirmPassword')} label={t('signup.confirm')} autoComplete="new-password" />
      <Button type="submit" wide loading={formState.isSubmitting}>
        {t('signup.submit')}
      </Button>
    </form>
  );
}
