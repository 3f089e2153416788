import { type BaseSyntheticEvent, useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { fieldTexts } from '@bank/contracts/validation-texts';
import { currentLanguage } from '@bank/i18n/language';
// Imported by shared names: a remote bundles this file and takes its imports from the host.
import { ApiError, networkFailure } from '@bank/client/api';
import { useShownRemote } from '@bank/client/remote-context';

export interface ContractFormOptions<Input extends FieldValues, Output> {
  /**
   * The contract that the server validates too, or a function that loads it, to render the form before it
   * arrives.
   */
  schema: z.ZodType<Output, Input> | (() => Promise<z.ZodType<Output, Input>>);
  defaultValues: DefaultValues<Input>;
}

export interface ContractFormActions<Input extends FieldValues, Output> {
  /** Runs the call with the validated values. What failed is shown, nothing typed is lost. */
  submit: (send: (values: Output) => Promise<void>) => (event?: BaseSyntheticEvent) => Promise<void>;
  failure: string | undefined;
  setFailure: (failure: string | undefined) => void;
  /** The sentence under one field, if it was refused. */
  errorOf: (name: Path<Input>) => string | undefined;
}

export type ContractForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> &
  ContractFormActions<Input, Output>;

/**
 * A form with the contract's validation messages. Shows the server's field errors beside their fields and
 * other failures as `failure`, and keeps what was typed, also when another version of its remote replaces it.
 * Needs no session; `useBankForm` adds a draft.
 */
export function useContractForm<Input extends FieldValues, Output extends FieldValues = Input>({
  schema,
  defaultValues,
}: ContractFormOptions<Input, Output>): ContractForm<Input, Output> {
  const shown = useShownRemote();
  const form = useForm<Input, unknown, Output>({
    defaultValues,
    resolver: contractResolver(schema, shown?.partFailed),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const [failure, setFailure] = useState<string>();
  // A form is the same one again at the same address with the same values at first.
  const [identity] = useState(() => location.pathname + location.search + JSON.stringify(defaultValues));
  const { getValues, reset } = form;
  const forms = shown?.forms;

  useEffect(() => {
    const typed = forms?.take<Input>(identity);
    if (typed) reset(typed, { keepDefaultValues: true });
    return forms?.join(identity, getValues);
  }, [forms, identity, getValues, reset]);

  const refused = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const known = Object.entries(error.fields).filter(([name]) => name in form.getValues());
    known.forEach(([name, message]) => form.setError(name as Path<Input>, { type: 'server', message }));
    setFailure(error.message);
  };

  const submit = (send: (values: Output) => Promise<void>) => {
    // A failure of the last try is not about what is refused now.
    const begin = () => setFailure(undefined);
    const run = form.handleSubmit(async (values) => {
      begin();
      await send(values).catch(refused);
    }, begin);
    return (event?: BaseSyntheticEvent) => run(event).catch(refused);
  };

  const errorOf = (name: Path<Input>) => form.getFieldState(name, form.formState).error?.message;

  return { ...form, submit, failure, setFailure, errorOf };
}

function contractResolver<Input extends FieldValues, Output>(
  schema: ContractFormOptions<Input, Output>['schema'],
  partFailed: ((error: unknown) => void) | undefined,
): Resolver<Input, unknown, Output> {
  const fetched = async (load: () => Promise<z.ZodType<Output, Input>>) =>
    load()
      .catch(load)
      .catch((error) => {
        partFailed?.(error);
        throw networkFailure();
      });
  return async (values) => {
    const contract = await (typeof schema === 'function' ? fetched(schema) : schema);
    const parsed = contract.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors = Object.entries(fieldTexts(parsed.error, currentLanguage())).map(([name, message]) => [
      name,
      { type: 'contract', message },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}
