import { targetDayAfter } from '@bank/contracts/target-days';
import { cardDeliveryDays } from '@bank/contracts/quoted-figures';
import { parisDay } from '../../platform/time/paris-day';
import type { StateFacts } from './card-state';

/** The time to produce a card before it is sent. */
export const madeInMinutes = 60;

interface Delivered {
  delivery: StateFacts['delivery'];
  deliveryAt: Date | null;
  createdAt: Date;
}

/** The latest moment at which plastic is sent, and its latest day of arrival; null if past, or for a virtual card. */
export function deliveryOf({ delivery, deliveryAt, createdAt }: Delivered) {
  const isOrdered = delivery === 'ordered' && deliveryAt !== null;
  const ships = isOrdered ? new Date(deliveryAt.getTime() + madeInMinutes * 60_000).toISOString() : null;
  const isUnderWay = delivery === 'ordered' || delivery === 'shipped';
  return {
    ships_at: ships,
    arrives_by: isUnderWay ? targetDayAfter(parisDay(createdAt), cardDeliveryDays.to) : null,
  };
}
