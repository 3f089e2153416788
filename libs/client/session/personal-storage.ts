import { readTokens } from '@bank/client/tokens';
import { copyDatabase } from './copy-database';

export { copyDatabase };

/**
 * A person's data in this browser, for one tab or for all. It belongs to one user, is never shown to another,
 * and is cleared when the session ends. Personal data is stored in no other way.
 */
const prefix = 'personal:';

/** The data of a visitor without an account, which a reload keeps. */
const isVisitors = (key: string) => key.startsWith(`${prefix}0:`);

/** Prefixes of earlier versions. */
const formerPrefixes = ['draft:', 'balance_checks:'];

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

/** Clears the data of all users, at the end of the session; the encrypted copy goes with its key. */
export function clearPersonalStorage(): void {
  ignoreBlockedStorage(() => void indexedDB.deleteDatabase(copyDatabase));
  const isOfUser = (key: string) =>
    !isVisitors(key) && [prefix, ...formerPrefixes].some((start) => key.startsWith(start));
  removeKeys('tab', isOfUser);
  removeKeys('browser', isOfUser);
}

/** Clears what a visitor without an account has in this tab, when a session begins or ends. */
export const clearVisitorsStorage = (): void => removeKeys('tab', isVisitors);

function removeKeys(reach: StorageScope, isRemoved: (key: string) => boolean): void {
  ignoreBlockedStorage(() => {
    const storage = storageOf(reach);
    Object.keys(storage)
      .filter(isRemoved)
      .forEach((key) => storage.removeItem(key));
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
