import { useEffect, useEffectEvent } from 'react';
import type { EventData, EventType } from '@bank/contracts/events';
import { api, withoutActivity } from '../http/api';
import { dropEarlyReads } from '../http/early-reads';
import { keepStreamOpen } from './live-stream';
import { shareAcrossTabs } from './live-tabs';
import { type QueryClient, type QueryKey, useQueryClient } from '../http/query';

/**
 * The server's events, and two of the browser's own. `gap`: events may have been missed, so data fetched
 * before that time (ms since 1970) is stale; at the page's opening (`isFirst`) nothing was missed yet. `tidied`: notifications were
 * read or deleted in another tab.
 */
type LiveData = { [Type in EventType]: EventData<Type> } & {
  gap: { before: number; isFirst?: boolean };
  tidied: object;
};
type LiveType = keyof LiveData;
export type LiveEvent<T extends LiveType = LiveType> = {
  [Type in T]: { type: Type; data: LiveData[Type] };
}[T];

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** Since when data that an event concerns is out of date, by the event's type. */
const outdatedSince = new Map<LiveType, number>();

let hasMissed = false;

/** Whether an event of this type was received by this page, or may have been missed by it. */
export const mayHaveHappened = (type: EventType) => hasMissed || outdatedSince.has(type);

/**
 * Own transactions whose events are still to come, with the time until which they are expected (ms since
 * 1970).
 */
const expectedTransactions = new Map<string, number>();
const expectMs = 5_000;
let lastTransaction = '';

/**
 * Drops the event of a transaction that this page has made, if it arrives within five seconds: the page
 * refetches by itself. Returns false when the event has arrived already and caused the refetch.
 */
export function expectTransaction(reference: string): boolean {
  if (lastTransaction === reference) return false;
  expectedTransactions.set(reference, Date.now() + expectMs);
  return true;
}

function isExpected(event: LiveEvent): boolean {
  if (event.type !== 'transaction') return false;
  const { reference } = event.data;
  lastTransaction = reference;
  const until = expectedTransactions.get(reference) ?? 0;
  expectedTransactions.delete(reference);
  return Date.now() < until;
}

/** Calls this tab's listeners. */
export function publishLiveEvent(event: LiveEvent) {
  dropEarlyReads();
  if (isExpected(event)) return;
  if (event.type === 'gap' && !event.data.isFirst) hasMissed = true;
  outdatedSince.set(event.type, event.type === 'gap' ? event.data.before : Date.now());
  listeners.forEach((listener) => {
    try {
      listener(event);
    } catch (error) {
      // One team's handler keeps the event from no other.
      reportError(error);
    }
  });
}

let sendToOtherTabs: (event: LiveEvent) => void = () => undefined;

/** Calls the listeners of the person's other tabs only. */
export const publishToOtherTabs = (event: LiveEvent) => sendToOtherTabs(event);

/**
 * Receives a person's live events until the returned function is called, through one stream for all tabs. A
 * page returning from the back-forward cache gets a `gap`.
 */
export function openLiveEvents(userId: number): () => void {
  let leave: () => void;
  const open = () => {
    ({ leave, sendToOthers: sendToOtherTabs } = shareAcrossTabs<LiveEvent>(
      `bank-live-${userId}`,
      streamEvents,
      publishLiveEvent,
      () => publishLiveEvent({ type: 'gap', data: { before: Date.now(), isFirst: true } }),
    ));
  };
  const close = () => {
    sendToOtherTabs = () => undefined;
    leave();
  };
  open();
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    open();
    publishLiveEvent({ type: 'gap', data: { before: Date.now() } });
  };
  addEventListener('pagehide', close);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('pagehide', close);
    removeEventListener('pageshow', onShow);
    close();
  };
}

const streamEvents = (emit: (event: LiveEvent) => void) => {
  let attempts = 0;
  return keepStreamOpen({
    connect: (signal) => {
      attempts += 1;
      return api.stream('/events', { signal, passive: true });
    },
    onOpen: () => emit({ type: 'gap', data: { before: Date.now(), isFirst: attempts === 1 } }),
    // Typed by the contract; unknown types have no listener.
    onMessage: ({ type, data }) => emit({ type, data: JSON.parse(data) as unknown } as LiveEvent),
  });
};

/** Calls the handler on events of these types, and on `gap` where that is among them. */
export function useLiveEvent<T extends LiveType>(
  types: T | readonly T[],
  handler: (event: LiveEvent<T>) => void,
) {
  const names = [types].flat().join();
  const onEvent = useEffectEvent(handler);
  useEffect(() => {
    const wanted = new Set<string>(names.split(','));
    const listener: Listener = (event) => wanted.has(event.type) && onEvent(event as LiveEvent<T>);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [names]);
}

/**
 * Refetches the queries under a key on these events and after a gap; queries without a mounted screen when
 * one is mounted. Such calls do not keep the session awake.
 */
export function useLiveRefresh(types: LiveType | readonly LiveType[], queryKey: QueryKey) {
  const queries = useQueryClient();
  const concerned: LiveType[] = ['gap', ...[types].flat()];
  useLiveEvent(concerned, () => refreshSoon(queries, queryKey, concerned));
  const onShown = useEffectEvent(() => refresh(queries, queryKey, concerned, false));
  useEffect(() => onShown(), []);
}

const refreshes = new WeakMap<QueryClient, Map<string, () => void>>();

/** Queries that were being fetched when an event came: the response may have been read before it. */
const overtaken = new WeakSet<object>();

/**
 * Refetches, 50 ms later, the queries under a key that are older than the last of these events, or that are being fetched now.
 * One movement of money is several events, and one key may be on a screen several times: they are one refresh.
 */
export function refreshSoon(queries: QueryClient, queryKey: QueryKey, concerned: readonly LiveType[]) {
  const fetching = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  fetching.forEach((query) => overtaken.add(query));
  const waiting = refreshes.get(queries) ?? new Map<string, () => void>();
  refreshes.set(queries, waiting);
  if (waiting.size === 0) {
    setTimeout(() => {
      const due = [...waiting.values()];
      waiting.clear();
      due.forEach((run) => run());
    }, 50);
  }
  waiting.set(JSON.stringify([queryKey, concerned]), () => refresh(queries, queryKey, concerned, true));
}

function refresh(
  queries: QueryClient,
  queryKey: QueryKey,
  concerned: readonly LiveType[],
  cancelRefetch: boolean,
) {
  const since = Math.max(...concerned.map((type) => outdatedSince.get(type) ?? 0));
  if (since === 0) return;
  const outdated = queries.getQueryCache().findAll({
    queryKey,
    predicate: (query) => overtaken.has(query) || query.state.dataUpdatedAt <= since,
  });
  for (const query of outdated) {
    const { data, fetchStatus } = query.state;
    // A first fetch cannot be restarted: it is shown, and followed by another.
    if (overtaken.has(query) && data === undefined && fetchStatus === 'fetching') {
      const again = () => refresh(queries, query.queryKey, concerned, true);
      query.promise?.then(again, again);
    } else if (cancelRefetch) overtaken.delete(query);
  }
  const predicate = (query: object) => outdated.some((one) => one === query);
  // A fetch in progress may be older than the event, and is restarted; one that mounting has just started is
  // not.
  void withoutActivity(() => queries.invalidateQueries({ queryKey, predicate }, { cancelRefetch }));
}
