import { readTokens } from '@bank/client/tokens';
import { copyDatabase } from './copy-database';

export { copyDatabase };

/**
 * A person's data in this browser, for one tab or for all. It belongs to one user, is never shown to another,
 * and is cleared when the session ends. Personal data is stored in no other way.
 */
const prefix = 'personal:';

/** The last two are prefixes of earlier versions; a visitor without an account has the number 0. */
const ofUsers = /^(personal:(?!0:)|draft:|balance_checks:)/;
const ofVisitors = /^personal:0:/;

export type StorageScope = 'tab' | 'browser';

const storageOf = (reach: StorageScope): Storage => (reach === 'tab' ? sessionStorage : localStorage);
const keyOf = (userId: number, name: string) => `${prefix}${userId}:${name}`;

/** The stored value; undefined when absent or unreadable. */
export function readPersonal(reach: StorageScope, userId: number, name: string): unknown {
  try {
    const stored = storageOf(reach).getItem(keyOf(userId, name));
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    return undefined;
  }
}

/**
 * Stores a JSON value; never a password or a code. Does nothing when storage is blocked or full, nor once the session is over: an
 * answer may arrive after what was stored has been cleared.
 */
export function writePersonal(reach: StorageScope, userId: number, name: string, value: unknown): void {
  if (!readTokens()) return;
  ignoreBlockedStorage(() => storageOf(reach).setItem(keyOf(userId, name), JSON.stringify(value)));
}

/** Removes what `writePersonal` stored. */
export function removePersonal(reach: StorageScope, userId: number, name: string): void {
  ignoreBlockedStorage(() => storageOf(reach).removeItem(keyOf(userId, name)));
}

/** The user and name of each value stored for the tab. */
export function personalKeysOfTab(): { userId: number; name: string }[] {
  const pattern = new RegExp(`^${prefix}(\\d+):(.+)$`);
  let keys: string[] = [];
  ignoreBlockedStorage(() => (keys = Object.keys(sessionStorage)));
  return keys.flatMap((key) => {
    const [, userId, name] = pattern.exec(key) ?? [];
    return name === undefined ? [] : [{ userId: Number(userId), name }];
  });
}

/** Clears the data of all users, at the end of the session; the encrypted copy goes with its key. A visitor's stays. */
export function clearPersonalStorage(): void {
  ignoreBlockedStorage(() => void indexedDB.deleteDatabase(copyDatabase));
  removeKeys(ofUsers);
}

/** Clears what the tab holds of a visitor without an account, when a session begins or ends: the next visitor is another person. */
export const clearVisitorsStorage = (): void => removeKeys(ofVisitors);

function removeKeys(pattern: RegExp): void {
  ignoreBlockedStorage(() => {
    for (const storage of [sessionStorage, localStorage])
      for (const key of Object.keys(storage)) if (pattern.test(key)) storage.removeItem(key);
  });
}

/** Storage may be blocked. */
function ignoreBlockedStorage(task: () => void) {
  try {
    task();
  } catch {
    // Nothing is stored.
  }
}
