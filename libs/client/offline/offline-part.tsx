import { type ComponentType, lazy, Suspense } from 'react';
import { useIdle } from '../hooks/use-idle';
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
