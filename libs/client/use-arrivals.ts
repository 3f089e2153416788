import { useState } from 'react';
import { useLiveEvent } from './live-events';

/**
 * Counts what came into a queue since its list was read, for a reader whose rows must not move: `waiting` is the state
 * that brings a row into the queue, any other takes it out. What the list shows by now is not counted.
 */
export function useArrivals(
  queue: 'kyc_queue' | 'ticket_queue',
  waiting: string,
  known: readonly { id: number }[],
) {
  const [arrived, setArrived] = useState<readonly number[]>([]);
  useLiveEvent([queue, 'gap'], ({ type, data }) => {
    // After a gap the list itself is asked for again.
    if (type === 'gap') setArrived([]);
    else
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
