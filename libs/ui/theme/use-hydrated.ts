import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False while React takes over HTML that was rendered at build, and in that HTML; true from then on. For what only the
 * browser knows.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
