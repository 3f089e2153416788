import { forgetPersonal, keepPersonal, keptForTab, readPersonal } from './personal-storage';

/**
 * What somebody has typed and not yet sent, kept for this tab alone, so that a session that ends in the middle of a
 * form loses nothing. Drafts belong to a user: another person who signs in here never meets them.
 */
const nameOf = (form: string) => `draft:${form}`;

/** Drafts of a session that ended by itself. The browser's storage has none of them, a reload forgets them. */
const outliving = new Map<string, unknown>();
const keyOf = (userId: number, name: string) => `${userId}:${name}`;

/** The values that this user had typed into this form, if any. */
export function readDraft<T>(userId: number, form: string): Partial<T> | undefined {
  const name = nameOf(form);
  const values = readPersonal('tab', userId, name) ?? outliving.get(keyOf(userId, name));
  return values as Partial<T> | undefined;
}

/** Keeps the values; never call it with a password or a code. */
export function keepDraft(userId: number, form: string, values: unknown) {
  keepPersonal('tab', userId, nameOf(form), values);
}

/** Drops one form's draft, once it was sent. */
export function forgetDraft(userId: number, form: string) {
  outliving.delete(keyOf(userId, nameOf(form)));
  forgetPersonal('tab', userId, nameOf(form));
}

/** Takes the drafts of this tab into the page's memory, for the session is over and its storage is emptied. */
export function outliveSession() {
  for (const { userId, name } of keptForTab()) {
    outliving.set(keyOf(userId, name), readPersonal('tab', userId, name));
  }
}

/** Drops every draft of this tab, when the person signs out by choice. */
export function forgetDrafts() {
  outliving.clear();
  keptForTab().forEach(({ userId, name }) => forgetPersonal('tab', userId, name));
}
