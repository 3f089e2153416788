import { useSearchParams } from '@bank/client/router';

const actions = ['promote', 'rollback'] as const;
export type ReleaseAction = (typeof actions)[number];

const names = ['action', 'remote', 'version'] as const;

/**
 * The open dialog, as `?action=rollback&remote=cards&version=…`. The version is the displayed one, which may have
 * changed by the time of the decision.
 */
export function useReleaseDialog() {
  const [parameters, setParameters] = useSearchParams();
  const set = (values: Partial<Record<(typeof names)[number], string>>, replace: boolean) =>
    setParameters(
      (previous) => {
        const next = new URLSearchParams(previous);
        for (const name of names) {
          if (values[name]) next.set(name, values[name]);
          else next.delete(name);
        }
        return next;
      },
      { replace },
    );
  return {
    action: actions.find((name) => name === parameters.get('action')),
    remote: parameters.get('remote'),
    version: parameters.get('version'),
    open: (action: ReleaseAction, { remote, version }: { remote: string; version: string }) =>
      set({ action, remote, version }, false),
    close: () => set({}, true),
  };
}

export type ReleaseDialog = ReturnType<typeof useReleaseDialog>;
