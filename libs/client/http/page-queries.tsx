import { type ReactNode, useSyncExternalStore } from 'react';
import {
  type notifyManager,
  type QueryClient,
  QueryClientContext,
  type QueryObserver,
} from '@tanstack/react-query';

/** The page's cache of responses, the class that watches one of them, and what calls its listeners together with others. */
interface PageQueries {
  client: QueryClient;
  Observer: typeof QueryObserver;
  batchCalls: typeof notifyManager.batchCalls;
}

let queries: PageQueries | undefined;
const listeners = new Set<() => void>();

/** Called by `query.ts` when it is loaded. */
export function provideQueries(loaded: PageQueries) {
  queries = loaded;
  listeners.forEach((listener) => listener());
}

/** Undefined until the page has loaded `query.ts`: a visitor's first view needs no responses. */
export const usePageQueries = (): PageQueries | undefined =>
  useSyncExternalStore(subscribe, current, current);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const current = () => queries;

/** Gives the cache to everything below, as soon as it is loaded. */
export const QueriesProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientContext value={usePageQueries()?.client}>{children}</QueryClientContext>
);
