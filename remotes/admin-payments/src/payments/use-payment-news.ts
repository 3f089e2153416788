import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EventData } from '@bank/contracts/events';
import type { ListedPayment } from '@bank/contracts/payments';
import { useLiveEvent } from '@bank/client/live-events';
import { fetchPayments, type PaymentQuery, usePaymentRefresh } from './payments.api';

/** Several events of one moment are one refresh. */
const gatherMs = 200;

/**
 * Keeps what is on screen true without moving it: a payment that a colleague decides changes in its place, and new ones
 * are only counted until they are asked for. `open` is the payment in the dialog, which may not be in the list.
 */
export function usePaymentNews(
  query: PaymentQuery,
  shown: readonly ListedPayment[],
  open: number | undefined,
) {
  const [arrived, setArrived] = useState<readonly number[]>([]);
  const refresh = useGatheredRefresh();
  const isShown = (id: number) => shown.some((row) => row.id === id);

  const hear = ({ id, status, awaiting }: EventData<'payment'>) => {
    const row = shown.find((candidate) => candidate.id === id);
    const isKnown = row && row.status === status && (row.awaiting ?? undefined) === awaiting;
    const isNew = status === 'pending' && !awaiting;
    setArrived((ids) => [...ids.filter((other) => other !== id), ...(isNew ? [id] : [])]);
    refresh((row && !isKnown) || id === open ? [id] : []);
  };

  /** What may have been missed while nobody told. */
  const catchUp = async () => {
    const fresh = (await fetchPayments(query, { passive: true })).payments;
    const newest = Math.max(0, ...shown.map(({ id }) => id));
    const ids = fresh.filter(({ id, status }) => status === 'pending' && id > newest).map(({ id }) => id);
    setArrived((known) => [...new Set([...known, ...ids])]);
    refresh([
      ...shown.filter((row) => hasChanged(row, fresh)).map(({ id }) => id),
      ...(open === undefined ? [] : [open]),
    ]);
  };

  useLiveEvent(['payment', 'gap'], (event) => {
    if (event.type === 'payment') hear(event.data);
    // Without an answer the rows stay as they are, until the next gap or the reader's own refresh.
    else if (shown.length > 0) void catchUp().catch(() => undefined);
  });

  const isWanted = query.status === 'pending' || query.status === 'all';
  return {
    /** How many payments were made since the list was loaded, where it would show them. */
    count: isWanted ? arrived.filter((id) => !isShown(id)).length : 0,
    forget: () => setArrived([]),
  };
}

/** Gone from the list's answer means decided, or pushed to another page: its own details tell. */
function hasChanged(row: ListedPayment, fresh: readonly ListedPayment[]): boolean {
  const now = fresh.find(({ id }) => id === row.id);
  return now ? now.status !== row.status || now.awaiting !== row.awaiting : row.status === 'pending';
}

function useGatheredRefresh() {
  const refresh = usePaymentRefresh();
  const waiting = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useEffectEvent(() => {
    const ids = [...waiting.current];
    waiting.current.clear();
    timer.current = undefined;
    void refresh(ids, { passive: true });
  });
  const start = useRef<() => void>(() => undefined);
  useEffect(() => {
    start.current = () => (timer.current ??= setTimeout(() => flush(), gatherMs));
    return () => clearTimeout(timer.current);
  }, []);
  return (ids: readonly number[]) => {
    ids.forEach((id) => waiting.current.add(id));
    start.current();
  };
}
