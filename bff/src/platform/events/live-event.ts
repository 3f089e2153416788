import type { EventData, EventType } from '@bank/contracts/events';

export interface LiveEvent<T extends EventType = EventType> {
  /** The user whose open pages receive it. */
  to: number | 'administrators';
  type: T;
  data: EventData<T>;
}
