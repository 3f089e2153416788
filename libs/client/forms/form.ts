import { type BaseSyntheticEvent, useEffect, useRef } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
// Imported by shared names: a remote bundles this file and takes its imports from the host.
import { type ContractForm, type ContractFormOptions, useContractForm } from '@bank/client/contract-form';
import { readDraft, removeDraft, writeDraft } from '@bank/client/draft';
import { ApiError } from '@bank/client/api';
import { useSession } from '@bank/client/session';
import { useIsShown } from '@bank/client/use-is-shown';
import { useToast } from '@bank/ui/toast';

interface FormOptions<Input extends FieldValues, Output> extends ContractFormOptions<Input, Output> {
  /** Names the draft that restores what was typed after the session ended. Not for secrets. */
  draft?: string;
  /** Fields left out of the draft, such as a password. */
  unkept?: readonly (keyof Input & string)[];
}

const nothing: readonly never[] = [];

interface BankFormActions<Input, Output> {
  /**
   * Runs the call with the validated values. What failed is shown, nothing typed is lost. @param isShown whether what is sent is
   * still what the form shows, when the answer arrives; default: the form is there
   */
  submit: (
    send: (values: Output) => Promise<void>,
    isShown?: () => boolean,
  ) => (event?: BaseSyntheticEvent) => Promise<void>;
  /** Drops the draft. */
  forget: () => void;
  /** Shows these values once the form was sent; what was typed meanwhile stays. */
  resetSent: (values: Input) => void;
}

/**
 * A contract form (`useContractForm`) with an optional draft of what a signed-in person typed. What arrives late is only about
 * what was sent: a failure after the form was closed, or of what it no longer shows, is shown in a toast, and a draft of
 * something else stays.
 */
export function useBankForm<Input extends FieldValues, Output extends FieldValues = Input>({
  schema,
  defaultValues,
  draft,
  unkept = nothing,
}: FormOptions<Input, Output>): ContractForm<Input, Output> & BankFormActions<Input, Output> {
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

  const sent = useRef('');
  const isChanged = useRef(false);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // A reset names no field.
          if (name !== undefined && JSON.stringify(values) !== sent.current) isChanged.current = true;
          if (userId && draft) writeDraft(userId, draft, typedIn(values, stored.current, unkept));
        },
      }),
    [subscribe, userId, draft, unkept],
  );

  const forget = () => {
    if (userId && draft) removeDraft(userId, draft);
  };
  const keptNow = () => JSON.stringify(userId && draft ? readDraft<Input>(userId, draft) : undefined);
  const isThere = useIsShown();
  const { show } = useToast();

  const submit: BankFormActions<Input, Output>['submit'] = (send, isShown = isThere) =>
    form.submit(async (values) => {
      sent.current = JSON.stringify(form.getValues());
      isChanged.current = false;
      const keptThen = keptNow();
      try {
        await send(values);
      } catch (error) {
        if (isShown() || !(error instanceof ApiError)) throw error;
        // After the end of the session the page of the sign-in explains it.
        if (error.status !== 401) show({ type: 'error', message: error.message });
        return;
      }
      if (isShown() ? !isChanged.current : keptNow() === keptThen) forget();
    });

  const resetSent = (values: Input) => form.reset(values, { keepValues: isChanged.current });

  return { ...form, submit, forget, resetSent };
}

/** The values that differ from those without a draft, except `unkept` fields. */
const typedIn = (values: object, before: object, unkept: readonly string[]) => {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !unkept.includes(name) && known.get(name) !== JSON.stringify(value),
    ),
  );
};
