import { targetDayAfter } from '@bank/contracts/target-days';
import { cardDeliveryDays } from '@bank/contracts/quoted-figures';
import { parisDay } from '../../platform/time/paris-day';
import type { StateFacts } from './card-state';

/** How long a card is made before it is sent. */
export const madeInMinutes = 60;

interface Delivered {
  delivery: StateFacts['delivery'];
  deliveryAt: Date | null;
  createdAt: Date;
}

/** When plastic is sent at the latest, and the day by which it arrives; null where that is past or there is none. */
export function deliveryOf({ delivery, deliveryAt, createdAt }: Delivered) {
  const isOrdered = delivery === 'ordered' && deliveryAt !== null;
  const ships = isOrdered ? new Date(deliveryAt.getTime() + madeInMinutes * 60_000).toISOString() : null;
  const isUnderWay = delivery === 'ordered' || delivery === 'shipped';
  return {
    ships_at: ships,
    arrives_by: isUnderWay ? targetDayAfter(parisDay(createdAt), cardDeliveryDays.to) : null,
  };
}
