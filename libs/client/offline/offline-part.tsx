import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { config } from '../http/config';
import { useSession } from '../session/session';

/** The page works without it, should its file be out of reach. */
const OfflineCopy = lazy<ComponentType>(() =>
  import('./offline-copy').then<{ default: ComponentType }, { default: ComponentType }>(
    ({ OfflineCopy: component }) => ({ default: component }),
    () => ({ default: () => null }),
  ),
);

/** The offline part of a signed-in person's page, loaded once the page is idle, or at once when it is needed. */
export function OfflinePart() {
  const { state } = useSession();
  const isIdle = useIdle();
  const isNeeded = state === 'unreachable' || (state === 'signed-in' && isIdle);
  if (config.site !== 'shell' || !isNeeded) return null;
  return (
    <Suspense>
      <OfflineCopy />
    </Suspense>
  );
}

function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const finish = () => setIdle(true);
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(finish, 1_000);
      return () => clearTimeout(timer);
    }
    const callback = requestIdleCallback(finish, { timeout: 3_000 });
    return () => cancelIdleCallback(callback);
  }, []);
  return isIdle;
}
