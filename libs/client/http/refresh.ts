import type { Tokens } from '@bank/contracts/auth';
import { refreshMilliseconds, twiceWhenSlow } from './answer-time';
import { clearTokens, readTokens, writeTokens } from './tokens';

/** Asks the server for new tokens; undefined when it refuses. */
type Exchange = (refreshToken: string) => Promise<Tokens | undefined>;

let refreshing: Promise<boolean> | undefined;

/**
 * Exchanges the refresh token once for all waiting calls, in this tab and (through a lock) in the others.
 * Returns false, with the tokens cleared, when the session is over, also for want of a refresh token. Throws when the server is unreachable.
 */
export function refresh(spent: Tokens, ask: Exchange): Promise<boolean> {
  refreshing ??= exclusively(() => exchange(spent, ask)).finally(() => (refreshing = undefined));
  return refreshing;
}

const onRefusal = new Set<() => void>();

/** Calls back when the server ended the session, such as from another device; returns how to stop. */
export function onSessionRefused(listener: () => void): () => void {
  onRefusal.add(listener);
  return () => onRefusal.delete(listener);
}

/**
 * One tab at a time, where the browser has locks; elsewhere, and after a tab that the browser stopped in the middle of it, the
 * server's ten seconds of grace cover two tabs.
 */
async function exclusively<T>(task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  const signal = AbortSignal.timeout(refreshMilliseconds);
  let isHeld = false;
  const run = () => {
    isHeld = true;
    return task();
  };
  return navigator.locks.request('bank-refresh', { signal }, run).catch((error: unknown) => {
    if (isHeld) throw error;
    return task();
  });
}

async function exchange(spent: Tokens, ask: Exchange): Promise<boolean> {
  const current = readTokens();
  if (!current) return false;
  if (current.access_token !== spent.access_token) return true;
  const attempt = async () => {
    // The second one may begin long after it was due, in a tab that the browser slowed down: what another tab received meanwhile
    // is newer, and the spent token under another key would end the session.
    const held = readTokens();
    if (held?.refresh_token !== current.refresh_token) return held;
    return current.refresh_token ? ask(current.refresh_token) : undefined;
  };
  const fresh = await twiceWhenSlow(attempt, refreshMilliseconds);
  // Another tab may have signed in or out meanwhile: its tokens are newer.
  const now = readTokens();
  if (now?.refresh_token !== current.refresh_token) return fresh !== undefined && now !== undefined;
  if (fresh) writeTokens(fresh);
  else {
    clearTokens();
    onRefusal.forEach((listener) => listener());
  }
  return fresh !== undefined;
}
