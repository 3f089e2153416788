import { useEffect } from 'react';
import type { SignupRequest } from '@bank/contracts/auth';
import { useContractForm } from '@bank/client/contract-form';
import { PasswordField } from '@bank/ui/password-field';
import { TextField, type TextFieldProps } from '@bank/ui/text-field';
import { AuthForm } from '../auth-form';
import { useTexts } from '../texts';

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

/** The rules come after the form, which is there sooner that way. */
const loadRules = async () => (await import('./signup-rules')).signupRules;

interface SignupFormProps {
  /** Opens the account; what it throws is shown. */
  send: (person: SignupRequest) => Promise<void>;
}

/** The form that opens an account, on the bank's own page and in the frame on a partner's. */
export function SignupForm({ send }: SignupFormProps) {
  const { t } = useTexts();
  const { register, submit, failure, errorOf, formState } = useContractForm({
    schema: loadRules,
    defaultValues: nothing,
  });
  // A failure here shows when the form is sent.
  useEffect(() => void loadRules().catch(() => undefined), []);
  const onSubmit = submit(({ confirmPassword: _, ...person }) => send(person));
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
