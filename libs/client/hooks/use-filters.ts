import { useRef } from 'react';
import { useSearchParams } from './router';

/** The part of a contract's query that validates one value, such as `transactionListQuery.shape`. */
type Judges<Name extends string> = Record<
  Name | 'page',
  { safeParse: (value: string) => { success: boolean } }
>;

/**
 * A list's filters and page, stored in the URL. A value that fails the contract counts as absent, so that a
 * mistyped address still shows a list. Changing a filter returns to page 1.
 */
export function useFilters<Name extends string>(judges: Judges<Name>, names: readonly Name[]) {
  const [parameters, setParameters] = useSearchParams();
  const valueOf = (name: Name | 'page') => {
    const value = parameters.get(name) ?? '';
    return judges[name].safeParse(value).success ? value : '';
  };
  /** Pending changes: the router bases each navigation on the rendered URL and would lose them. */
  const written = useRef<{ over: URLSearchParams; next: URLSearchParams }>(undefined);
  const write = (changes: Partial<Record<Name | 'page', string>>, replace: boolean) => {
    const isShown = written.current?.over !== parameters;
    const next = new URLSearchParams(isShown ? parameters : written.current?.next);
    next.delete('page');
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    written.current = { over: parameters, next };
    setParameters(next, { replace });
  };
  const none = Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
  const values = Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, string>;
  const change = (changes: Partial<Record<Name, string>>) =>
    write(changes as Partial<Record<Name | 'page', string>>, true);
  return {
    values,
    page: Number(valueOf('page')) || 1,
    isFiltered: names.some((name) => values[name] !== ''),
    change,
    /** Props that bind a field whose value applies at once. */
    choice: (name: Name) => ({
      value: values[name],
      onChange: ({ target }: { target: { value: string } }) =>
        change({ [name]: target.value } as Partial<Record<Name, string>>),
    }),
    clear: () => write(none as Partial<Record<Name | 'page', string>>, true),
    goTo: (page: number, { replace } = { replace: false }) =>
      write({ page: page > 1 ? String(page) : '' } as Partial<Record<Name | 'page', string>>, replace),
  };
}

export type Filters<Name extends string> = ReturnType<typeof useFilters<Name>>;
