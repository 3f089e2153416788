import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { lastActivityAt } from '../http/activity';
import { config } from '../http/config';

import { clearTokens } from '../http/tokens';
import { keepLastingDrafts } from '../session/draft';
import { readPersonal, writePersonal } from '../session/personal-storage';
import { currentUser } from '../session/session';
import { currentSession } from './current-session';
import { beginCopy, dropCopy, type EncryptedCopy, findCopy } from './encrypted-copy';
import { openTabDrafts } from './tab-drafts';

/** A fetched response in the copy. */
interface KeptResponse {
  queryKey: readonly unknown[];
  data: unknown;
  /** Ms since 1970. */
  updatedAt: number;
}

const { idle_seconds: idleSeconds, lifetime_seconds: lifetimeSeconds } = config.session;

/** How often activity moves the end of the copy, in ms. */
const extendMs = 15_000;

const responsePrefix = 'response:';

/** The end of the session by the rules that the server has, if nothing more is done: ms since 1970. */
const endOf = (begunAt: number) =>
  Math.min(lastActivityAt() + idleSeconds * 1_000, begunAt + lifetimeSeconds * 1_000);

/** Whether a query's last response is kept: figures of the account, and who is signed in. */
export const isKept = ({ meta, queryHash }: Query): boolean =>
  meta?.offline === true || queryHash === hashKey(currentUser);

/**
 * Shows what the copy of this session holds, when the server cannot be reached at the start of a page.
 * @returns whether there was anything. A copy past its end also ends the session here, as the server has.
 */
export async function restoreCopy(queries: QueryClient): Promise<boolean> {
  const session = currentSession();
  const copy = session && (await findCopy(session));
  // Without a network nothing else ends it.
  if (copy === 'over') clearTokens();
  if (!copy || copy === 'over') return false;
  const responses = [...(await copy.readAll())].filter(([name]) => name.startsWith(responsePrefix));
  for (const [, response] of responses) {
    const { queryKey, data, updatedAt } = response as KeptResponse;
    // Nothing else fetches them again before they are shown.
    queries.setQueryDefaults(queryKey, { gcTime: Infinity });
    if (queries.getQueryData(queryKey) === undefined) queries.setQueryData(queryKey, data, { updatedAt });
  }
  return responses.length > 0;
}

/** Keeps the copy up to date with what the page fetches and with a user's lasting drafts. Returns how to stop. */
export function keepCopy(queries: QueryClient, userId: number): () => void {
  const stops: (() => void)[] = [];
  let isOver = false;
  const stop = () => {
    isOver = true;
    stops.splice(0).forEach((each) => each());
  };
  void begin(queries, userId).then(
    (begun) => (isOver ? begun?.() : begun && stops.push(begun)),
    // Blocked or full storage: the page works without a copy.
    () => undefined,
  );
  return stop;
}

async function begin(queries: QueryClient, userId: number): Promise<(() => void) | undefined> {
  const session = currentSession();
  if (!session) return undefined;
  const copy = await beginCopy(session);
  // It may have ended meanwhile, with its copy.
  if (currentSession() !== session) return void dropCopy();
  const { drafts, write } = await openTabDrafts(copy, tabOf(userId));
  const stops = [
    keepLastingDrafts(userId, drafts, (_owner, form, values) => write(form, values)),
    keepResponses(queries, copy),
    keepExtending(copy),
  ];
  return () => stops.forEach((each) => each());
}

/** The name of this tab, which it has after a reload too; a new one where storage is blocked. */
function tabOf(userId: number): string {
  const known = readPersonal('tab', userId, 'tab');
  if (typeof known === 'string') return known;
  const fresh = crypto.randomUUID();
  writePersonal('tab', userId, 'tab', fresh);
  return fresh;
}

/** Storage that fills up or goes away loses the copy, not the page. */
const quietly = (work: Promise<void>) => void work.catch(() => undefined);

function keepResponses(queries: QueryClient, copy: EncryptedCopy): () => void {
  const written = new Map<string, unknown>();
  const cache = queries.getQueryCache();
  const write = () => {
    for (const query of cache.getAll()) {
      const { queryKey, queryHash, state } = query;
      const { data, dataUpdatedAt: updatedAt } = state;
      if (!isKept(query) || data === undefined || written.get(queryHash) === data) continue;
      written.set(queryHash, data);
      const kept: KeptResponse = { queryKey, data, updatedAt };
      quietly(copy.write(responsePrefix + queryHash, kept));
    }
  };
  write();
  return cache.subscribe(({ type }) => {
    if (type === 'updated') write();
  });
}

function keepExtending(copy: EncryptedCopy): () => void {
  let until = 0;
  const extend = () => {
    const end = endOf(copy.begunAt);
    if (end === until) return;
    until = end;
    quietly(copy.extend(end));
  };
  extend();
  const timer = setInterval(extend, extendMs);
  addEventListener('pagehide', extend);
  return () => {
    clearInterval(timer);
    removeEventListener('pagehide', extend);
  };
}

/** Forgets the copy, where this browser is to keep none. */
export const forgetCopy = (): void => quietly(dropCopy());
