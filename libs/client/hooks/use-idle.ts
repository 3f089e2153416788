import { useEffect, useState } from 'react';

/** Whether the browser was idle since the page began, or three seconds are over. */
export function useIdle(): boolean {
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
