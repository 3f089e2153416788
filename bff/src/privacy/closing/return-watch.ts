import { returnDays } from '@bank/contracts/closings';
import { dayMs, hourMs } from '../../platform/time/durations';

/** When a closed relation whose balance may still come back is looked at again; null once that time is over. */
export function nextLook(closedAt: Date | null, now: Date): Date | null {
  const end = (closedAt ?? now).getTime() + returnDays * dayMs;
  const next = now.getTime() + hourMs;
  return next < end ? new Date(next) : null;
}
