import { useEffect, useState } from 'react';

/** Ages are displayed in minutes at the finest. */
const stepMs = 10_000;

/** The current time of this device, in ms since 1970. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
