// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useEffect, useEffectEvent } from 'react';
import { withoutActivity } from '@bank/client/api';

/**
 * Reads again and again, every so many ms, while the page is looked at; not while `every` is undefined. A timer is no activity of
 * the person, whose unattended page still ends its session (wire contract, section 3).
 * @param read such as the `refetch` of a query; it lets a fetch that is slower than the timer end
 */
export function usePolling(
  every: number | undefined,
  read: (options: { cancelRefetch: false }) => unknown,
): void {
  const onTick = useEffectEvent(() => {
    if (!document.hidden) withoutActivity(() => void read({ cancelRefetch: false }));
  });
  useEffect(() => {
    if (every === undefined) return undefined;
    const timer = setInterval(() => onTick(), every);
    return () => clearInterval(timer);
  }, [every]);
}
