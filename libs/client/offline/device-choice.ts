/**
 * Whether this browser may keep an encrypted copy of the session. A person decides it for the browser, not for their
 * account. Undecided it may, until a second person signs in: then the computer is shared, and it may not. Neither note is of a
 * person: the second is one byte of a hash, which every 256th customer has in common.
 */
const choiceKey = 'offline_copy';
const personKey = 'offline_person';
const several = 'several';

/** Dispatched on the window when the choice changes in this tab. */
const changed = 'bank-offline-choice';

/** Notes who is signed in, by one byte. */
export async function noteSignedIn(userId: number): Promise<void> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`person ${userId}`));
  const mark = String(new Uint8Array(digest)[0]);
  const before = read(personKey);
  if (before !== mark) write(personKey, before === undefined ? mark : several);
}

/** Whether the copy is allowed here and now. */
export function isCopyAllowed(): boolean {
  const choice = read(choiceKey);
  return choice === undefined ? read(personKey) !== several : choice === 'on';
}

/** Whether nobody decided and two people have signed in here. */
export const looksShared = (): boolean => read(choiceKey) === undefined && read(personKey) === several;

/** Stores the person's decision about a copy in this browser. */
export function chooseCopy(isAllowed: boolean): void {
  write(choiceKey, isAllowed ? 'on' : 'off');
  dispatchEvent(new Event(changed));
}

/** Calls back when the choice changes in this tab or another one. Returns how to stop. */
export function onCopyChoice(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === choiceKey || key === personKey) && listener();
  addEventListener('storage', onStorage);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener(changed, listener);
  };
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // Blocked storage keeps no copy either.
    return several;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    dispatchEvent(new Event(changed));
  } catch {
    // As above.
  }
}
