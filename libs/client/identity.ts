import { onTokens, readTokens } from './tokens';

/** The person whose page this is; undefined as long as nobody is signed in. */
let person: string | undefined;

let isOver = false;

/**
 * Whether somebody else than the person whose page this is has signed in here, in any tab. Such a page calls nothing any
 * more, so that no call is made for one person in the name of another, and is loaded anew, which leaves nothing of the
 * first person: no data, no stream of events, nothing typed. Only the tokens say who is signed in, and this alone reads it.
 */
export function isTakenOver(): boolean {
  if (isOver) return true;
  const token = readTokens()?.access_token;
  // A token that cannot be read tells of nobody else.
  const current = token === undefined ? undefined : (ownerOf(token) ?? person);
  isOver = person !== undefined && current !== undefined && current !== person;
  // In a task of its own: who signed in has said by then where to go on.
  if (isOver) setTimeout(() => page.reload());
  else person = current;
  return isOver;
}

/** Has the page notice another person also while it calls nothing, and when the browser had put it aside. */
export function watchIdentity(): () => void {
  const stopListening = onTokens(isTakenOver);
  addEventListener('pageshow', isTakenOver);
  document.addEventListener('visibilitychange', isTakenOver);
  isTakenOver();
  return () => {
    stopListening();
    removeEventListener('pageshow', isTakenOver);
    document.removeEventListener('visibilitychange', isTakenOver);
  };
}

/** A test stands in for the browser here. */
export const page = { reload: () => location.reload() };

/** Whose an access token is (RFC 7519, section 4.1.2). */
function ownerOf(token: string): string | undefined {
  const [, claims = ''] = token.split('.');
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return String(sub);
  } catch {
    return undefined;
  }
}
