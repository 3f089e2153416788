import { useEffect, useState } from 'react';
import { bankNow } from '@bank/i18n/bank-clock';

/** The bank’s time, ms since 1970, moved on every second. */
export function useClock(): number {
  const [now, setNow] = useState(bankNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(bankNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
