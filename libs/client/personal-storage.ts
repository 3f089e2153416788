/**
 * What screens keep of a person in this browser: for the tab alone, or for every tab. It belongs to a user, so that
 * another person who signs in here never meets it, and all of it goes when the session ends. Nothing personal is kept
 * in the browser's storage by another way.
 */
const prefix = 'personal:';

/** Names under which such things were kept before. */
const formerPrefixes = ['draft:', 'balance_checks:'];

export type Reach = 'tab' | 'browser';

const storageOf = (reach: Reach): Storage => (reach === 'tab' ? sessionStorage : localStorage);
const keyOf = (userId: number, name: string) => `${prefix}${userId}:${name}`;

/** What was kept under the name, if it can be read. */
export function readPersonal(reach: Reach, userId: number, name: string): unknown {
  try {
    const stored = storageOf(reach).getItem(keyOf(userId, name));
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    return undefined;
  }
}

/** Keeps a value that JSON can write; never a password or a code. Blocked or full storage keeps nothing. */
export function keepPersonal(reach: Reach, userId: number, name: string, value: unknown): void {
  ifAllowed(() => storageOf(reach).setItem(keyOf(userId, name), JSON.stringify(value)));
}

export function forgetPersonal(reach: Reach, userId: number, name: string): void {
  ifAllowed(() => storageOf(reach).removeItem(keyOf(userId, name)));
}

/** The names under which something is kept for the tab, and of whom. */
export function keptForTab(): { userId: number; name: string }[] {
  const pattern = new RegExp(`^${prefix}(\\d+):(.+)$`);
  let keys: string[] = [];
  ifAllowed(() => (keys = Object.keys(sessionStorage)));
  return keys.flatMap((key) => {
    const [, userId, name] = pattern.exec(key) ?? [];
    return name === undefined ? [] : [{ userId: Number(userId), name }];
  });
}

/** Removes all that was kept of anybody, for the session is over. */
export function forgetEverybody(): void {
  for (const reach of ['tab', 'browser'] as const) {
    ifAllowed(() => {
      const storage = storageOf(reach);
      Object.keys(storage)
        .filter((key) => [prefix, ...formerPrefixes].some((start) => key.startsWith(start)))
        .forEach((key) => storage.removeItem(key));
    });
  }
}

/** Storage may be blocked. */
function ifAllowed(task: () => void) {
  try {
    task();
  } catch {
    // Nothing is kept, then.
  }
}
