import { onTokens, readTokens } from './tokens';

/** The user to whom this page belongs; undefined before anyone has signed in. */
let person: string | undefined;

let isOver = false;

/**
 * Whether another user than the page's own has signed in, in any tab. Such a page makes no more calls, so
 * that none is made for one user in the name of another, and reloads, which leaves no data, stream or typed
 * text behind. The tokens alone identify the user.
 */
export function hasUserChanged(): boolean {
  if (isOver) return true;
  // An unreadable token identifies no other user.
  const current = storedUser() ?? (readTokens() && person);
  isOver = person !== undefined && current !== undefined && current !== person;
  // In a task of its own: the sign-in has set the next address by then.
  if (isOver) setTimeout(() => page.reload());
  else person = current;
  return isOver;
}

/**
 * Begins a call of the user, and returns whether it may reach the page no more: they have signed out, or another user has signed
 * in. A visitor stays one who signs in.
 */
export function callerLeft(): () => boolean {
  const user = storedUser();
  return () => hasUserChanged() || (user !== undefined && user !== storedUser());
}

/** The number of the user of the stored tokens; undefined for a visitor, and for an unreadable token. */
export const storedUser = () => ownerOf(readTokens()?.access_token);

/** Detects another user also while the page makes no calls, and after the back-forward cache. */
export function watchUserChange(): () => void {
  const stopListening = onTokens(hasUserChanged);
  addEventListener('pageshow', hasUserChanged);
  document.addEventListener('visibilitychange', hasUserChanged);
  hasUserChanged();
  return () => {
    stopListening();
    removeEventListener('pageshow', hasUserChanged);
    document.removeEventListener('visibilitychange', hasUserChanged);
  };
}

/** Replaceable in tests. */
export const page = { reload: () => location.reload() };

/** Whose an access token is (RFC 7519, section 4.1.2). */
function ownerOf(token = ''): string | undefined {
  const [, claims = ''] = token.split('.');
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return String(sub);
  } catch {
    return undefined;
  }
}
