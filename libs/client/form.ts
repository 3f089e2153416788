import { useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { fieldTexts } from '@bank/contracts/validation';
import { currentLanguage } from '@bank/i18n/language';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { ApiError } from '@bank/client/api';
import { forgetDraft, keepDraft, readDraft } from '@bank/client/draft';
import { useSession } from '@bank/client/session';

interface FormOptions<Input extends FieldValues, Output> {
  /** The contract that the server checks too. */
  schema: z.ZodType<Output, Input>;
  defaultValues: DefaultValues<Input>;
  /** Names the form's draft: what was typed is there again after the session ended. Not for secrets. */
  draft?: string;
  /** The fields that the draft leaves out, such as a password. */
  unkept?: readonly (keyof Input & string)[];
}

const nothing: readonly never[] = [];

/**
 * A form that says the contract's sentences: it validates with the schema, shows the server's refusals beside their
 * fields and the rest as `failure`, and keeps what was typed.
 */
export function useBankForm<Input extends FieldValues, Output extends FieldValues = Input>({
  schema,
  defaultValues,
  draft,
  unkept = nothing,
}: FormOptions<Input, Output>) {
  const { user } = useSession();
  const userId = draft ? user?.id : undefined;
  const kept = userId && draft ? readDraft<Input>(userId, draft) : undefined;
  const form = useForm<Input, unknown, Output>({
    defaultValues: { ...defaultValues, ...kept } as DefaultValues<Input>,
    resolver: contractResolver(schema),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    if (!userId || !draft) return;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(userId, draft, without(values, unkept)),
    });
  }, [form, userId, draft, unkept]);

  /** Drops the draft, when the person gives the form up. */
  const forget = () => {
    if (userId && draft) forgetDraft(userId, draft);
  };

  /** Runs the call with the validated values; true when it succeeded. What failed is shown, nothing typed is lost. */
  const submit = (send: (values: Output) => Promise<void>) =>
    form.handleSubmit(async (values) => {
      setFailure(undefined);
      try {
        await send(values);
        forget();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const known = Object.entries(error.fields).filter(([name]) => name in form.getValues());
        known.forEach(([name, message]) => form.setError(name as Path<Input>, { type: 'server', message }));
        setFailure(error.message);
      }
    });

  /** The sentence under one field, if it was refused. */
  const errorOf = (name: Path<Input>) => form.getFieldState(name, form.formState).error?.message;

  return { ...form, submit, failure, setFailure, errorOf, forget };
}

const without = (values: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

function contractResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors = Object.entries(fieldTexts(parsed.error, currentLanguage())).map(([name, message]) => [
      name,
      { type: 'contract', message },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}
