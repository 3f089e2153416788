import { useEffect } from 'react';
import type { z } from 'zod';
import { useContractForm } from '@bank/client/contract-form';
import { PasswordField } from '@bank/ui/password-field';
import { TextField, type TextFieldProps } from '@bank/ui/text-field';
import { AuthForm } from '../auth-form';
import { useTexts } from '../texts';

interface SignupField extends Pick<
  TextFieldProps,
  'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'optional'
> {
  /** Hidden while it is typed, unless the person shows it. */
  secret?: boolean;
}

/** Everything that opening an account asks, in the order in which people say it. */
const fields = {
  first_name: { autoComplete: 'given-name' },
  last_name: { autoComplete: 'family-name' },
  username: { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
  email: { type: 'email', autoComplete: 'email', spellCheck: false },
  phone: { type: 'tel', autoComplete: 'tel', optional: true },
  password: { secret: true, autoComplete: 'new-password' },
  confirmPassword: { secret: true, autoComplete: 'new-password' },
} as const satisfies Record<string, SignupField>;

type FieldName = keyof typeof fields;
type Typed<Name extends FieldName> = Record<Name, string>;

interface SignupFormProps<Name extends FieldName, Checked extends object> {
  /** What this form asks, the rest being known or asked elsewhere. */
  asks: readonly Name[];
  /** What it must hold; fetched after the form, which is there sooner that way. */
  loadRules: () => Promise<z.ZodType<Checked>>;
  /** What its button does. */
  action: string;
  /** Sends what was checked; what it throws is shown. */
  send: (typed: Checked) => Promise<void>;
}

/** The form that opens an account, whole on the bank's own page; from a partner's page in two parts, one at each. */
export function SignupForm<Name extends FieldName, Checked extends object>({
  asks,
  loadRules,
  action,
  send,
}: SignupFormProps<Name, Checked>) {
  const { t } = useTexts();
  const nothing = Object.fromEntries(asks.map((name) => [name, ''])) as Typed<FieldName>;
  const { register, submit, failure, errorOf, formState } = useContractForm<Typed<FieldName>, Checked>({
    schema: loadRules as () => Promise<z.ZodType<Checked, Typed<FieldName>>>,
    defaultValues: nothing,
  });
  // A failure here shows when the form is sent.
  useEffect(() => void loadRules().catch(() => undefined), [loadRules]);
  const hints: Partial<Record<FieldName, string>> = {
    username: t('signup.username_hint'),
    password: t('signup.password_hint'),
  };
  return (
    <AuthForm
      fields={asks.map((name) => ({ name, label: t(`signup.${name}`), error: errorOf(name) }))}
      failure={failure}
      state={formState}
      action={action}
      onSubmit={submit(send)}
    >
      {asks.map((name) => {
        const { secret, ...input }: SignupField = fields[name];
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
