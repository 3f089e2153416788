import { readTokens } from '../http/tokens';

/** The session of the stored tokens (claims `sub` and `sid`), the same through every refresh; undefined without one. */
export function currentSession(): string | undefined {
  const [, claims = ''] = (readTokens()?.access_token ?? '').split('.');
  try {
    const { sub, sid } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
      sub?: unknown;
      sid?: unknown;
    };
    return sub === undefined || sid === undefined ? undefined : `${String(sub)}.${String(sid)}`;
  } catch {
    return undefined;
  }
}
