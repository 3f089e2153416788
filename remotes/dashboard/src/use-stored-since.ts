import { useEffect, useRef } from 'react';

interface StoredForm<Name extends string> {
  getValues: (name: Name) => unknown;
  setValue: (name: Name, value: never) => void;
  forget: () => void;
}

const areSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Takes over what another tab or device has stored since, in the fields that were not changed here. */
export function useStoredSince<Name extends string>(
  { getValues, setValue, forget }: StoredForm<Name>,
  names: readonly Name[],
  saved: Readonly<Record<Name, unknown>>,
): void {
  const known = useRef(saved);
  useEffect(() => {
    const before = known.current;
    known.current = saved;
    const others = names.filter(
      (name) => !areSame(saved[name], before[name]) && areSame(getValues(name), before[name]),
    );
    for (const name of others) setValue(name, saved[name] as never);
    // A draft is of what was typed only.
    if (others.length > 0 && names.every((name) => areSame(getValues(name), saved[name]))) forget();
  });
}
