import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EventData } from '@bank/contracts/events';
import type { ListedPayment } from '@bank/contracts/payments';
import { useLiveEvent } from '@bank/client/live-events';
import { fetchPayments, type PaymentQuery, usePaymentRefresh } from './payments.api';

/** Groups events of the same moment into one refresh. */
const groupMs = 200;

/**
 * Updates the displayed payments in place: decided ones change in their rows, new ones are counted until requested.
 * `open` is the payment in the dialog, which may not be in the list. `isFetching`: the list is being fetched.
 */
export function usePaymentNews(
  query: PaymentQuery,
  shown: readonly ListedPayment[],
  open: number | undefined,
  isFetching: boolean,
) {
  /** The response under way may have been read before an event. */
  const isOvertaken = useRef(false);
  const [arrived, setArrived] = useArrived(query);
  const refresh = useGroupedRefresh();
  const isShown = (id: number) => shown.some((row) => row.id === id);

  const onPayment = ({ id, status, stage, awaiting }: EventData<'payment'>) => {
    const row = shown.find((candidate) => candidate.id === id);
    // A payment that is handed back, or compared with the sanctions list, has other risks than its row.
    const isSameStage = stage === undefined || (row?.stage === stage && stage !== 'awaiting_approval');
    const isKnown = row && row.status === status && (row.awaiting ?? undefined) === awaiting && isSameStage;
    // An event shows neither the risk of a payment nor who holds it.
    const isNew = !query.risk && !query.mine && status === 'pending' && !awaiting && stage === undefined;
    setArrived((ids) => [...ids.filter((other) => other !== id), ...(isNew ? [id] : [])]);
    refresh((row && !isKnown) || id === open ? [id] : []);
  };

  /** Fetches what was missed during a gap in the events. */
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
    isOvertaken.current ||= isFetching;
    if (event.type === 'payment') onPayment(event.data);
    // Without a response the rows stay as they are until the next gap or refresh.
    else if (!isFetching) void catchUp().catch(() => undefined);
  });

  const onFetched = useEffectEvent(() => {
    if (isOvertaken.current) void catchUp().catch(() => undefined);
    isOvertaken.current = false;
  });
  useEffect(() => {
    if (!isFetching) onFetched();
  }, [isFetching]);

  const isWanted =
    ['pending', 'all'].includes(query.status) && ['', 'awaiting_approval'].includes(query.stage);
  return {
    /** The number of payments created since the list was loaded, if it would contain them. */
    count: isWanted ? arrived.filter((id) => !isShown(id)).length : 0,
    forget: () => setArrived(() => []),
  };
}

/** The payments that arrived since the list of these filters was loaded. */
function useArrived(query: PaymentQuery) {
  const filters = JSON.stringify({ ...query, page: 1 });
  const none = { of: filters, ids: [] as readonly number[] };
  const [arrived, setArrived] = useState(none);
  if (arrived.of !== filters) setArrived(none);
  const change = (next: (ids: readonly number[]) => readonly number[]) =>
    setArrived((now) => (now.of === filters ? { of: filters, ids: next(now.ids) } : now));
  return [arrived.ids, change] as const;
}

/** A pending row that is no longer in the list is decided, or on another page: refreshing it shows which. */
function hasChanged(row: ListedPayment, fresh: readonly ListedPayment[]): boolean {
  const now = fresh.find(({ id }) => id === row.id);
  if (!now) return row.status === 'pending';
  return now.status !== row.status || now.stage !== row.stage || now.awaiting !== row.awaiting;
}

function useGroupedRefresh() {
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
    start.current = () => (timer.current ??= setTimeout(() => flush(), groupMs));
    return () => clearTimeout(timer.current);
  }, []);
  return (ids: readonly number[]) => {
    ids.forEach((id) => waiting.current.add(id));
    start.current();
  };
}
