import { useEffect, useRef } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
// Imported by shared names: a remote bundles this file and takes its imports from the host.
import { type ContractForm, type ContractFormOptions, useContractForm } from '@bank/client/contract-form';
import { readDraft, removeDraft, writeDraft } from '@bank/client/draft';
import { useSession } from '@bank/client/session';

interface FormOptions<Input extends FieldValues, Output> extends ContractFormOptions<Input, Output> {
  /** Names the draft that restores what was typed after the session ended. Not for secrets. */
  draft?: string;
  /** Fields left out of the draft, such as a password. */
  unkept?: readonly (keyof Input & string)[];
}

const nothing: readonly never[] = [];

/** A contract form (`useContractForm`) with an optional draft of what a signed-in person typed. */
export function useBankForm<Input extends FieldValues, Output extends FieldValues = Input>({
  schema,
  defaultValues,
  draft,
  unkept = nothing,
}: FormOptions<Input, Output>): ContractForm<Input, Output> & { forget: () => void } {
  const { user } = useSession();
  const userId = draft ? user?.id : undefined;
  const kept = userId && draft ? readDraft<Input>(userId, draft) : undefined;
  const form = useContractForm<Input, Output>({
    schema,
    defaultValues: { ...defaultValues, ...kept } as DefaultValues<Input>,
  });
  const { subscribe } = form;
  const stored = useRef<object>(defaultValues);
  useEffect(() => {
    stored.current = defaultValues;
  });

  useEffect(() => {
    if (!userId || !draft) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(userId, draft, typedIn(values, stored.current, unkept)),
    });
  }, [subscribe, userId, draft, unkept]);

  const forget = () => {
    if (userId && draft) removeDraft(userId, draft);
  };

  /** Runs the call with the validated values; true when it succeeded. What failed is shown, nothing typed is lost. */
  const submit = (send: (values: Output) => Promise<void>) =>
    form.submit(async (values) => {
      await send(values);
      forget();
    });

  return { ...form, submit, forget };
}

/** What differs from the values without a draft: of the others those count that are stored when the draft is restored. */
const typedIn = (values: object, before: object, unkept: readonly string[]) => {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !unkept.includes(name) && known.get(name) !== JSON.stringify(value),
    ),
  );
};
