import { useEffect } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { type ContractFormOptions, useContractForm } from '@bank/client/contract-form';
import { forgetDraft, keepDraft, readDraft } from '@bank/client/draft';
import { useSession } from '@bank/client/session';

interface FormOptions<Input extends FieldValues, Output> extends ContractFormOptions<Input, Output> {
  /** Names the form's draft: what was typed is there again after the session ended. Not for secrets. */
  draft?: string;
  /** The fields that the draft leaves out, such as a password. */
  unkept?: readonly (keyof Input & string)[];
}

const nothing: readonly never[] = [];

/** A form of the contract (`useContractForm`) that may keep a draft of what a signed-in person typed. */
export function useBankForm<Input extends FieldValues, Output extends FieldValues = Input>({
  schema,
  defaultValues,
  draft,
  unkept = nothing,
}: FormOptions<Input, Output>) {
  const { user } = useSession();
  const userId = draft ? user?.id : undefined;
  const kept = userId && draft ? readDraft<Input>(userId, draft) : undefined;
  const form = useContractForm<Input, Output>({
    schema,
    defaultValues: { ...defaultValues, ...kept } as DefaultValues<Input>,
  });
  const { subscribe } = form;

  useEffect(() => {
    if (!userId || !draft) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(userId, draft, without(values, unkept)),
    });
  }, [subscribe, userId, draft, unkept]);

  /** Drops the draft, when the person gives the form up. */
  const forget = () => {
    if (userId && draft) forgetDraft(userId, draft);
  };

  /** Runs the call with the validated values; true when it succeeded. What failed is shown, nothing typed is lost. */
  const submit = (send: (values: Output) => Promise<void>) =>
    form.submit(async (values) => {
      await send(values);
      forget();
    });

  return { ...form, submit, forget };
}

const without = (values: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
