import { useEffect, useState } from 'react';

/** How often the words for an age are looked at again: the smallest that is told is a minute. */
const stepMs = 10_000;

/** The time of this device as milliseconds since 1970, moving on while the screen is open. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
