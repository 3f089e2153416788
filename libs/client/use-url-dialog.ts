import { useSearchParams } from './router';

const parameter = 'action';

/**
 * A dialog whose being open lives in the URL as `?action=name`: the back button closes it, and somebody whose session
 * ended in it is back in it after signing in.
 */
export function useUrlDialog(name: string) {
  const [parameters, setParameters] = useSearchParams();
  const set = (value: string | undefined, replace: boolean) =>
    setParameters(
      (previous) => {
        const next = new URLSearchParams(previous);
        if (value) next.set(parameter, value);
        else next.delete(parameter);
        return next;
      },
      { replace },
    );
  return {
    isOpen: parameters.get(parameter) === name,
    open: () => set(name, false),
    close: () => set(undefined, true),
  };
}
