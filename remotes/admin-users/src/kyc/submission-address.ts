import { useSearchParams } from '@bank/client/router';

const parameter = 'submission';

/**
 * Which submission is open, kept in the URL as `?submission=7` beside the filter: a reload shows it again, and the
 * back button closes it.
 */
export function useSubmissionAddress() {
  const [parameters, setParameters] = useSearchParams();
  const value = parameters.get(parameter) ?? '';
  return {
    open: /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined,
    addressOf: (id: number) => {
      const next = new URLSearchParams(parameters);
      next.set(parameter, String(id));
      return { search: `?${next}` };
    },
    close: () =>
      setParameters(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.delete(parameter);
          return next;
        },
        { replace: true },
      ),
  };
}
