import type { CounterBook } from './counter-book';
import type { Facts, ScoredEvent } from './scored-event';

/** The credits from other banks to a customer within the last hour: euros, and the number of sending accounts. */
export interface OutsideReceived {
  received: number;
  senders: number;
}

/**
 * The facts about what a customer received within the last hour, from customers (the counters) and from other banks. They are
 * kept with the event: a replay has the counters, but not what other banks sent.
 */
export function incomeOf(
  event: ScoredEvent,
  book: CounterBook,
  outside: OutsideReceived | undefined,
): Pick<Facts, 'received_hour' | 'senders_hour'> {
  if (!outside) return {};
  return {
    received_hour: (book.measure(event, 'received', 'sum', 1) ?? 0) + outside.received,
    senders_hour: (book.measure(event, 'senders', 'count', 1) ?? 0) + outside.senders,
  };
}
