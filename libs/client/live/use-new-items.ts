import { useState } from 'react';
import { useLiveEvent } from './live-events';

/**
 * Counts the items added to a queue since its list was fetched, for a list whose rows must not move:
 * `waiting` is the status that adds an item, any other removes it. Items that the list shows are not counted.
 */
export function useNewItems(
  queue: 'kyc_queue' | 'ticket_queue' | 'case_queue',
  waiting: string,
  known: readonly { id: number }[],
) {
  const [arrived, setArrived] = useState<readonly number[]>([]);
  useLiveEvent([queue, 'gap'], ({ type, data }) => {
    // After a gap the list itself is refetched; without a status the item stays where it was.
    if (type === 'gap') setArrived([]);
    else if (data.status)
      setArrived((ids) => [
        ...ids.filter((id) => id !== data.id),
        ...(data.status === waiting ? [data.id] : []),
      ]);
  });
  return {
    count: arrived.filter((id) => !known.some((row) => row.id === id)).length,
    forget: () => setArrived([]),
  };
}
