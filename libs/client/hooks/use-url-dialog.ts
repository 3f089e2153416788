import { useSearchParams } from './router';

const parameter = 'action';

/**
 * A dialog that is open while the URL has `?action=name`: the back button closes it, and it reopens after
 * signing in again.
 */
export function useUrlDialog(name: string) {
  const [parameters, setParameters] = useSearchParams();
  const set = (value: string | undefined, replace: boolean) =>
    setParameters(
      (previous) => {
        const next = new URLSearchParams(previous);
        if (value) next.set(parameter, value);
        // Another dialog may be open by now.
        else if (next.get(parameter) === name) next.delete(parameter);
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
