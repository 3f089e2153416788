import { readTokens } from '@bank/client/tokens';
import { lasting } from './lasting';
import { removePersonal, writePersonal, personalKeysOfTab, readPersonal } from './personal-storage';

export { lasting };

/**
 * What a person has typed and not yet sent, stored for this tab only, so that a session that ends loses
 * nothing. Drafts belong to one user and are never shown to another.
 */
const nameOf = (form: string) => `draft:${form}`;

/** Writes a lasting draft into the encrypted copy; `undefined` removes it. Rejects when the copy could not keep it. */
type LastingStore = (userId: number, form: string, values: unknown) => Promise<void>;
let lastingStore: LastingStore | undefined;
const restoredListeners = new Set<() => void>();

/** Drafts of an expired session and lasting ones, in memory only: a reload discards them. */
const preserved = new Map<string, unknown>();
const keyOf = (userId: number, name: string) => `${userId}:${name}`;

/** The values that this user had typed into this form, if any. */
export function readDraft<T>(userId: number, form: string): Partial<T> | undefined {
  const name = nameOf(form);
  const values = readPersonal('tab', userId, name) ?? preserved.get(keyOf(userId, name));
  return values as Partial<T> | undefined;
}

/** Never call it with a password or a code. */
export function writeDraft(userId: number, form: string, values: unknown) {
  // The copy is written later than this: a page left meanwhile would lose what was typed last.
  writePersonal('tab', userId, nameOf(form), values);
  // Storage that is full or blocked: until the page is left. Nothing is kept once the session is over.
  if (readTokens() && readPersonal('tab', userId, nameOf(form)) === undefined)
    preserved.set(keyOf(userId, nameOf(form)), values);
  if (lastingStore && form.startsWith(lasting)) storeLasting(lastingStore, { userId, form, values });
}

/** Stores a draft in the copy, and takes it out of the tab's storage once the copy has it. */
function storeLasting(
  store: LastingStore,
  { userId, form, values }: { userId: number; form: string; values: unknown },
): void {
  const key = keyOf(userId, nameOf(form));
  preserved.set(key, values);
  store(userId, form, values).then(
    () => preserved.get(key) === values && removePersonal('tab', userId, nameOf(form)),
    // Storage that is full or blocked: the tab keeps it.
    () => undefined,
  );
}

/** Drops one form's draft, once it was sent. */
export function removeDraft(userId: number, form: string) {
  preserved.delete(keyOf(userId, nameOf(form)));
  removePersonal('tab', userId, nameOf(form));
  lastingStore?.(userId, form, undefined).catch(() => undefined);
}

/**
 * Keeps a user's lasting drafts in `store` from now on, together with those `restored` from it; what this tab has typed
 * meanwhile is newer. Returns how to stop.
 */
export function keepLastingDrafts(
  userId: number,
  restored: Map<string, unknown>,
  store: LastingStore,
): () => void {
  lastingStore = store;
  for (const [form, values] of restored) {
    const key = keyOf(userId, nameOf(form));
    if (!preserved.has(key)) preserved.set(key, values);
  }
  for (const { userId: owner, name } of personalKeysOfTab()) {
    if (owner !== userId || !name.startsWith(nameOf(lasting))) continue;
    const values = readPersonal('tab', owner, name);
    storeLasting(store, { userId, form: name.slice(nameOf('').length), values });
  }
  restoredListeners.forEach((listener) => listener());
  return () => {
    if (lastingStore === store) lastingStore = undefined;
  };
}

/** Calls back when lasting drafts were restored, which may be after a form was opened. Returns how to stop. */
export function onRestoredDrafts(listener: () => void): () => void {
  restoredListeners.add(listener);
  return () => restoredListeners.delete(listener);
}

/** Moves the drafts of this tab into memory, before the session's storage is cleared. */
export function preserveDrafts() {
  for (const { userId, name } of personalKeysOfTab()) {
    preserved.set(keyOf(userId, name), readPersonal('tab', userId, name));
  }
}

/** Drops every draft of this tab, when the person signs out by choice. */
export function clearDrafts() {
  preserved.clear();
  personalKeysOfTab().forEach(({ userId, name }) => removePersonal('tab', userId, name));
}
