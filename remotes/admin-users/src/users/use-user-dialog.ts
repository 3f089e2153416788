import { idParameter } from '@bank/contracts/pagination';
import { useSearchParams } from '@bank/client/router';

const actions = ['create', 'edit', 'limits', 'factors', 'delete'] as const;
export type UserAction = (typeof actions)[number];

/**
 * The open dialog, kept in the URL as `?user=12&action=edit` beside the list's filters, so that the back button
 * closes it.
 */
export function useUserDialog() {
  const [parameters, setParameters] = useSearchParams();
  const action = actions.find((name) => name === parameters.get('action'));
  const { data } = idParameter.safeParse({ id: parameters.get('user') });
  const set = (changes: { action?: UserAction; user?: number }, replace: boolean) =>
    setParameters(
      (previous) => {
        const next = new URLSearchParams(previous);
        for (const name of ['user', 'action'] as const) {
          if (changes[name]) next.set(name, String(changes[name]));
          else next.delete(name);
        }
        return next;
      },
      { replace },
    );
  return {
    /** The open dialog; all but the creation are about one user. */
    action,
    userId: data?.id,
    open: (chosen: UserAction, user?: number) => set({ action: chosen, user }, false),
    close: () => set({}, true),
  };
}

export type UserDialog = ReturnType<typeof useUserDialog>;
