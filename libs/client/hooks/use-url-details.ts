import { useSearchParams } from './router';

/**
 * The row whose details are open, stored in the URL beside a list's filters (`?transaction=123`): a reload
 * restores them, the back button closes them.
 */
export function useUrlDetails(parameter: string) {
  const [parameters, setParameters] = useSearchParams();
  const value = parameters.get(parameter) ?? '';
  return {
    open: /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined,
    addressOf: (id: number) => {
      const next = new URLSearchParams(parameters);
      next.set(parameter, String(id));
      return { search: `?${next}` };
    },
    /** Closes these details: not others that were opened before an answer about these arrived. */
    close: () =>
      setParameters(
        (previous) => {
          const next = new URLSearchParams(previous);
          if (next.get(parameter) === value) next.delete(parameter);
          return next;
        },
        { replace: true },
      ),
  };
}
