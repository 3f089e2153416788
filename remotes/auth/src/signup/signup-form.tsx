import type { ComponentType } from 'react';
import type { z } from 'zod';
import { useContractForm } from '@bank/client/contract-form';
import { TextField, type TextFieldProps } from '@bank/ui/text-field';
import { AuthForm } from '../auth-form';
import { useSignupTexts } from './texts';

interface SignupField extends Pick<
  TextFieldProps,
  'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'optional'
> {
  secret?: boolean;
}

/** Every field of opening an account, in the usual order. */
const allFields = {
  first_name: { autoComplete: 'given-name' },
  last_name: { autoComplete: 'family-name' },
  username: { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
  email: { type: 'email', autoComplete: 'email', spellCheck: false },
  phone: { type: 'tel', autoComplete: 'tel', optional: true },
  password: { secret: true, type: 'password', autoComplete: 'new-password' },
  confirmPassword: { secret: true, type: 'password', autoComplete: 'new-password' },
} as const satisfies Record<string, SignupField>;

type FieldName = keyof typeof allFields;
type Typed<Name extends FieldName> = Record<Name, string>;

interface SignupFormProps<Name extends FieldName, Checked extends object> {
  fields: readonly Name[];
  /** The schema, loaded once something is typed. */
  loadRules: () => Promise<z.ZodType<Checked>>;
  action: string;
  onSubmit: (values: Checked) => Promise<void>;
  /** The control of passwords, which the frame on a partner's page neither asks for nor loads. */
  secretControl?: ComponentType<TextFieldProps>;
}

/** The form that opens an account: whole on the bank's page, in two parts from a partner's page. */
export function SignupForm<Name extends FieldName, Checked extends object>({
  fields,
  loadRules,
  action,
  onSubmit,
  secretControl = TextField,
}: SignupFormProps<Name, Checked>) {
  const { t } = useSignupTexts();
  const emptyValues = Object.fromEntries(fields.map((name) => [name, ''])) as Typed<FieldName>;
  const { register, submit, failure, errorOf, formState } = useContractForm<Typed<FieldName>, Checked>({
    schema: loadRules as () => Promise<z.ZodType<Checked, Typed<FieldName>>>,
    defaultValues: emptyValues,
  });
  // A failed load is reported on submission.
  const prepare = () => void loadRules().catch(() => undefined);
  const hints: Partial<Record<FieldName, string>> = {
    username: t('username_hint'),
    password: t('password_hint'),
  };
  return (
    <AuthForm
      fields={fields.map((name) => ({ name, label: t(name), error: errorOf(name) }))}
      failure={failure}
      state={formState}
      action={action}
      onSubmit={submit(onSubmit)}
    >
      {fields.map((name) => {
        const { secret, ...input }: SignupField = allFields[name];
        const Control = secret ? secretControl : TextField;
        return (
          <Control
            key={name}
            {...register(name)}
            {...input}
            id={name}
            label={t(name)}
            hint={hints[name]}
            error={errorOf(name)}
            aria-required={!input.optional}
            onInput={prepare}
          />
        );
      })}
    </AuthForm>
  );
}
