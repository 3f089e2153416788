import { useEffect, useEffectEvent } from 'react';
import type { EventData, EventType } from '@bank/contracts/events';
import { api, passively } from './api';
import { holdStream } from './live-stream';
import { shareAmongTabs } from './live-tabs';
import { type QueryClient, type QueryKey, useQueryClient } from './query';

/**
 * What the server tells an open page, and two of the browser's own. `gap`: events may have been missed, so that whatever
 * was fetched before that moment (milliseconds since 1970) is to be asked for again. `tidied`: the person read or deleted
 * notifications in another tab.
 */
type LiveData = { [Type in EventType]: EventData<Type> } & { gap: { before: number }; tidied: object };
type LiveType = keyof LiveData;
export type LiveEvent<T extends LiveType = LiveType> = {
  [Type in T]: { type: Type; data: LiveData[Type] };
}[T];

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** Since when data that an event concerns is out of date, by the event's type. */
const outdated = new Map<LiveType, number>();

/** Tells this tab's listeners. */
export function announce(event: LiveEvent) {
  outdated.set(event.type, event.type === 'gap' ? event.data.before : Date.now());
  listeners.forEach((listener) => listener(event));
}

let tellOthers: (event: LiveEvent) => void = () => undefined;

/** Tells the listeners of the person's other tabs, and not of this one: what it did there, it knows here. */
export const announceElsewhere = (event: LiveEvent) => tellOthers(event);

/**
 * Hears a person's live events until the returned function is called, through one stream for all tabs of the browser.
 * A page that the browser puts aside hears nothing meanwhile, and is told of the gap when it is back.
 */
export function openLiveEvents(userId: number): () => void {
  let leave: () => void;
  const open = () => {
    ({ leave, tellOthers } = shareAmongTabs<LiveEvent>(`bank-live-${userId}`, streamEvents, announce));
  };
  const close = () => {
    tellOthers = () => undefined;
    leave();
  };
  open();
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    open();
    announce({ type: 'gap', data: { before: Date.now() } });
  };
  addEventListener('pagehide', close);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('pagehide', close);
    removeEventListener('pageshow', onShow);
    close();
  };
}

const streamEvents = (tell: (event: LiveEvent) => void) =>
  holdStream({
    connect: (signal) => api.stream('/events', { signal, passive: true }),
    onOpen: () => tell({ type: 'gap', data: { before: Date.now() } }),
    // What the server sends is described by its contract; a page that knows no such type has no listener for it.
    onMessage: ({ type, data }) => tell({ type, data: JSON.parse(data) as unknown } as LiveEvent),
  });

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
 * Keeps the queries under a key true to the server: they are asked for again on these events and after a gap, and,
 * where that happened while no screen showed them, when one does. Such calls do not keep the session awake.
 */
export function useLiveRefresh(types: LiveType | readonly LiveType[], queryKey: QueryKey) {
  const queries = useQueryClient();
  const concerned: LiveType[] = ['gap', ...[types].flat()];
  useLiveEvent(concerned, () => refreshSoon(queries, queryKey, concerned));
  const onShown = useEffectEvent(() => refresh(queries, queryKey, concerned, false));
  useEffect(() => onShown(), []);
}

const refreshes = new WeakMap<QueryClient, Map<string, () => void>>();

/** One movement of money is several events, and one key may be on a screen several times: they are one refresh. */
function refreshSoon(queries: QueryClient, queryKey: QueryKey, concerned: LiveType[]) {
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

function refresh(queries: QueryClient, queryKey: QueryKey, concerned: LiveType[], cancelRefetch: boolean) {
  const since = Math.max(...concerned.map((type) => outdated.get(type) ?? 0));
  if (since === 0) return;
  const predicate = ({ state }: { state: { dataUpdatedAt: number } }) => state.dataUpdatedAt <= since;
  // A call under way when an event comes may have been answered before it; one that a screen began by being shown not.
  void passively(() => queries.invalidateQueries({ queryKey, predicate }, { cancelRefetch }));
}
