import { randomBytes, randomInt } from 'node:crypto';
import { call, type Answer } from '../support/http';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

export const password = 'long-enough-for-a-test';
/** Another one, which is hashed at the cost of production: see `support/short-passwords.cjs`. */
export const unshared = 'one that no other test uses';

/** A unique address for the header of a trusted proxy; each has its own rate limits. */
export const someAddress = (): Record<string, string> => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
});

/** The sign-up form of a unique new person. */
export function somebody() {
  const username = `p${randomBytes(6).toString('hex')}`;
  return { username, email: `${username}@example.org`, password, first_name: 'Élodie', last_name: 'Martin' };
}

/** The calls of one person's session, from one address. */
export function callsFrom(shellUrl: string) {
  const headers = someAddress();
  const post = <Body = Record<string, unknown>>(path: string, body?: unknown, token?: string) =>
    call<Body>('POST', `${shellUrl}/api/${path}`, { body, headers, ...(token && { token }) });
  return {
    headers,
    post,
    get: <Body = Record<string, unknown>>(path: string, token?: string) =>
      call<Body>('GET', `${shellUrl}/api/${path}`, { headers, ...(token && { token }) }),
    put: (path: string, body: unknown, token: string) =>
      call('PUT', `${shellUrl}/api/${path}`, { headers, body, token }),
    remove: (path: string, token?: string, more: Record<string, string> = {}) =>
      call('DELETE', `${shellUrl}/api/${path}`, {
        headers: { ...headers, ...more },
        ...(token && { token }),
      }),
    signIn: (identifier: string, typed: string = password) =>
      post<Tokens & { code?: string; mfa_token?: string; user?: { id: number } }>('auth/login', {
        username: identifier,
        email: identifier,
        password: typed,
      }),
    me: async (token: string) => (await call('GET', `${shellUrl}/api/auth/me`, { headers, token })).status,
    /** @param key of an exchange that is repeated when its answer is lost */
    refresh: (token: string, key?: string) =>
      call<Tokens & { code?: string }>('POST', `${shellUrl}/api/auth/refresh`, {
        token,
        headers: { ...headers, ...(key && { 'Idempotency-Key': key }) },
      }),
    /** A new person, signed in. */
    async signUp(chosen = password) {
      const person = { ...somebody(), password: chosen };
      const { status, body } = await post<Tokens & { user: { id: number } }>('auth/signup', person);
      if (status !== 201) throw new Error(`sign-up answered ${status} ${JSON.stringify(body)}`);
      return { ...person, ...body, id: body.user.id };
    },
  };
}

export type Calls = ReturnType<typeof callsFrom>;

/** The number of responses by status. */
export function statuses(answers: Answer<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
