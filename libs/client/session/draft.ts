import { removePersonal, writePersonal, personalKeysOfTab, readPersonal } from './personal-storage';

/**
 * What a person has typed and not yet sent, stored for this tab only, so that a session that ends loses
 * nothing. Drafts belong to one user and are never shown to another.
 */
const nameOf = (form: string) => `draft:${form}`;

/** Drafts of an expired session, in memory only: a reload discards them. */
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
  writePersonal('tab', userId, nameOf(form), values);
}

/** Drops one form's draft, once it was sent. */
export function removeDraft(userId: number, form: string) {
  preserved.delete(keyOf(userId, nameOf(form)));
  removePersonal('tab', userId, nameOf(form));
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
