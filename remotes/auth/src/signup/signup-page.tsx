import { signupRequest, typedPassword } from '@bank/contracts/auth';
import { config, homeOf } from '@bank/client/config';
import { useBankForm } from '@bank/client/form';
import { Link, Navigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { PasswordField } from '@bank/ui/password-field';
import { TextField, type TextFieldProps } from '@bank/ui/text-field';
import { AuthForm } from '../auth-form';
import { AuthFrame } from '../auth-frame';
import { passwordsDiffer, samePassword } from '../confirmed-password';
import { useTexts } from '../texts';
import { signUp } from './signup.api';

const signupForm = signupRequest
  .extend({ confirmPassword: typedPassword })
  .refine(samePassword, passwordsDiffer);

/** In the order in which people say them. */
const fields = [
  { name: 'first_name', autoComplete: 'given-name' },
  { name: 'last_name', autoComplete: 'family-name' },
  { name: 'username', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
  { name: 'email', type: 'email', autoComplete: 'email', spellCheck: false },
  { name: 'phone', type: 'tel', autoComplete: 'tel', optional: true },
  { name: 'password', secret: true, autoComplete: 'new-password' },
  { name: 'confirmPassword', secret: true, autoComplete: 'new-password' },
] as const satisfies readonly SignupField[];

interface SignupField extends Pick<
  TextFieldProps,
  'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'optional'
> {
  name: string;
  /** Hidden while it is typed, unless the person shows it. */
  secret?: boolean;
}

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
  const onSubmit = submit(async ({ confirmPassword: _, ...person }) => start(await signUp(person)));
  const hints: Partial<Record<string, string>> = {
    username: t('signup.username_hint'),
    password: t('signup.password_hint'),
  };
  return (
    <AuthForm
      fields={fields.map(({ name }) => ({ name, label: t(`signup.${name}`), error: errorOf(name) }))}
      failure={failure}
      state={formState}
      action={t('signup.submit')}
      onSubmit={onSubmit}
    >
      {fields.map(({ name, ...field }) => {
        const { secret, ...input }: Omit<SignupField, 'name'> = field;
        const Control = secret ? PasswordField : TextField;
        return (
          <Control
            key={name}
            {...register(name)}
            {...input}
            id={name}
            label={t(`signup.${name}`)}
            hint={hints[name]}
            error={errorOf(name)}
            aria-required={!input.optional}
          />
        );
      })}
    </AuthForm>
  );
}
