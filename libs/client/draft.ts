/**
 * What somebody has typed and not yet sent, kept for this tab alone, so that a session that ends in the middle of a
 * form loses nothing. Drafts belong to a user: another person who signs in here never meets them.
 */
const prefix = 'draft:';

const nameOf = (userId: number, form: string) => `${prefix}${userId}:${form}`;

/** The values that this user had typed into this form, if any. */
export function readDraft<T>(userId: number, form: string): Partial<T> | undefined {
  try {
    const stored = sessionStorage.getItem(nameOf(userId, form));
    return stored ? (JSON.parse(stored) as Partial<T>) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the values; never call it with a password or a code. */
export function keepDraft(userId: number, form: string, values: unknown) {
  try {
    sessionStorage.setItem(nameOf(userId, form), JSON.stringify(values));
  } catch {
    // Blocked or full storage: the form still works, it is only not kept.
  }
}

/** Drops one form's draft, once it was sent. */
export function forgetDraft(userId: number, form: string) {
  try {
    sessionStorage.removeItem(nameOf(userId, form));
  } catch {
    // Nothing was kept.
  }
}

/** Drops every draft of this tab, when the person signs out by choice. */
export function forgetDrafts() {
  try {
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(prefix))
      .forEach((key) => sessionStorage.removeItem(key));
  } catch {
    // Nothing was kept.
  }
}
