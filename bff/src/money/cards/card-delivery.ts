import { targetDayAfter } from '@bank/contracts/target-days';
import { cardDeliveryDays } from '@bank/contracts/quoted-figures';
import { hourMs } from '../../platform/time/durations';
import { parisDay } from '../../platform/time/paris-day';
import type { StateFacts } from './card-state';

/** The time to produce a card before it is sent, ms. */
const madeInMs = hourMs;
/** The same in the demonstration, whose visitors wait for it. */
const madeInDemonstrationMs = 10_000;

/** When a card that is ordered now is sent. */
export const sentAt = (now: Date, isDemonstration: boolean): Date =>
  new Date(now.getTime() + (isDemonstration ? madeInDemonstrationMs : madeInMs));

interface Delivered {
  delivery: StateFacts['delivery'];
  deliveryAt: Date | null;
  createdAt: Date;
}

/** The latest moment at which plastic is sent, and its latest day of arrival; null if past, or for a virtual card. */
export function deliveryOf({ delivery, deliveryAt, createdAt }: Delivered) {
  const isUnderWay = delivery === 'ordered' || delivery === 'shipped';
  return {
    ships_at: delivery === 'ordered' ? (deliveryAt?.toISOString() ?? null) : null,
    arrives_by: isUnderWay ? targetDayAfter(parisDay(createdAt), cardDeliveryDays.to) : null,
  };
}
