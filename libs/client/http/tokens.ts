import type { Tokens } from '@bank/contracts/auth';

/**
 * The two tokens of the session, in local storage under the names of specification 1, section 9, so that all
 * tabs of the site share one session. In memory where storage is blocked.
 */
const keys = { access: 'access_token', refresh: 'refresh_token' } as const;

/** Where the key of the exchange that is under way is stored. */
const exchangeName = 'refresh_exchange';

const memory = new Map<string, string>();
const listeners = new Set<() => void>();

/**
 * The tokens as any tab last wrote them; undefined when signed out. An access token alone is a session until it is refused
 * (specification 1, section 4): its refresh token is empty.
 */
export function readTokens(): Tokens | undefined {
  const access = read(keys.access);
  const refresh = read(keys.refresh);
  return access ? { access_token: access, refresh_token: refresh ?? '' } : undefined;
}

/**
 * The key of the exchange of these tokens, the same until others are written: the server may have spent the refresh token
 * with an answer that was lost, and takes it again under this key alone.
 */
export function exchangeKey(): string {
  const kept = read(exchangeName);
  if (kept) return kept;
  const key = crypto.randomUUID();
  write(exchangeName, key);
  return key;
}

/** Stores both tokens, and notifies this tab and the others. */
export function writeTokens(tokens: Tokens) {
  write(exchangeName, undefined);
  write(keys.access, tokens.access_token);
  write(keys.refresh, tokens.refresh_token);
  notify();
}

/** Removes both tokens, in every tab. */
export function clearTokens() {
  write(exchangeName, undefined);
  write(keys.access, undefined);
  write(keys.refresh, undefined);
  notify();
}

/** Calls back whenever this tab or another one writes or clears the tokens; returns how to stop. */
export function onTokens(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify() {
  listeners.forEach((listener) => listener());
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return memory.get(key);
  }
}

function write(key: string, value: string | undefined) {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === undefined) memory.delete(key);
    else memory.set(key, value);
  }
}

// A page in the back-forward cache gets no storage events.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) notify();
});

// The storage event reaches the other tabs only; a cleared storage has no key.
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === keys.access || key === keys.refresh) notify();
});
