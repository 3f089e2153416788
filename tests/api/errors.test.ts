import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { errorBody } from '@bank/contracts/errors';
import { atLength } from '../support/at-length';
import { startBank, type Bank } from '../support/bank';
import { call } from '../support/http';
import { lastOf } from '../support/until';
import { callsFrom, somebody, someAddress } from './people';

let bank: Bank;

const callsPerMinute = atLength(600, 120);
/** More than the limit of two windows, in case one ends meanwhile. */
const tooMany = 2 * callsPerMinute + 10;

beforeAll(async () => {
  bank = await startBank({ env: { TRUST_PROXY: '1', CALLS_PER_MINUTE: String(callsPerMinute) } });
});
afterAll(() => bank.stop());

const send = (method: string, path: string, options: Parameters<typeof call>[2] = {}) =>
  call(method, `${bank.shellUrl}${path}`, { ...options, headers: { ...someAddress(), ...options.headers } });

/** The line of the server's own log about a call, once it is written. */
async function lineWith(id: string): Promise<unknown> {
  const lineOf = async () =>
    bank
      .logs()
      .split('\n')
      .find((text) => text.includes(id));
  return JSON.parse((await lastOf(lineOf, Boolean)) ?? '{}');
}

/** Sends text on a connection of its own, and more a while later. Returns all that came until the connection ended. */
async function sendRaw(text: string, later = ''): Promise<string> {
  const socket = net.connect(Number(new URL(bank.shellUrl).port), 'localhost');
  let answer = '';
  const ended = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => (answer += String(chunk))).on('error', reject);
    socket.on('close', () => resolve());
  });
  socket.write(text);
  if (later) {
    // Had the connection been closed meanwhile, writing would be an error of the network.
    await pause(300);
    socket.write(later);
  }
  await ended;
  return answer;
}

const login = '/api/auth/login';
const json = { 'content-type': 'application/json' };

describe('a refused call', () => {
  it.each([
    ['an unknown path', 'GET', '/api/nothing', {}, 404, 'NOT_FOUND'],
    ['an unknown path below a known one', 'GET', '/api/auth/login/more', {}, 404, 'NOT_FOUND'],
    ['the bare prefix', 'GET', '/api', {}, 404, 'NOT_FOUND'],
    ['a known path by another method', 'GET', login, {}, 405, 'METHOD_NOT_ALLOWED'],
    ['a method that no path knows', 'PATCH', '/api/auth/sessions/1', {}, 405, 'METHOD_NOT_ALLOWED'],
    ['no token', 'GET', '/api/auth/me', {}, 401, 'UNAUTHENTICATED'],
    ['no JSON', 'POST', login, { body: '{"username":', headers: json }, 400, 'MALFORMED_REQUEST'],
    [
      'JSON that is not UTF-8',
      'POST',
      login,
      { body: Buffer.from('{"username":"Zo\u00e9","password":"x"}', 'latin1'), headers: json },
      400,
      'MALFORMED_REQUEST',
    ],
    ['no body', 'POST', login, {}, 400, 'MALFORMED_REQUEST'],
    ['a body that is a list', 'POST', login, { body: [] }, 400, 'MALFORMED_REQUEST'],
    ['a body that is null', 'POST', login, { body: null }, 400, 'MALFORMED_REQUEST'],
    [
      'a field of another type',
      'POST',
      login,
      { body: { username: 1, password: 'x' } },
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'a prototype in the body',
      'POST',
      login,
      { body: '{"__proto__":{"admin":true},"username":"a","password":"b"}', headers: json },
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'a form',
      'POST',
      login,
      { body: 'username=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'plain text',
      'POST',
      login,
      { body: '{}', headers: { 'content-type': 'text/plain' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body beyond a mebibyte',
      'POST',
      login,
      { body: { username: 'a'.repeat(1_100_000) } },
      413,
      'TOO_LARGE',
    ],
    ['a slash too much', 'GET', '/api/solde/', {}, 404, 'NOT_FOUND'],
    ['a number longer than any', 'GET', `/api/paiement/${'9'.repeat(101)}`, {}, 404, 'NOT_FOUND'],
    ['a number longer than any', 'DELETE', `/api/notifications/${'9'.repeat(101)}`, {}, 404, 'NOT_FOUND'],
    ['an address that is not one', 'GET', '/api/%zz', {}, 400, 'MALFORMED_REQUEST'],
  ])('for %s has the form of the contract', async (_name, method, path, options, status, code) => {
    const answer = await send(method, path, options);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    const body = errorBody.strict().parse(answer.body);
    expect(answer.headers.get('x-request-id')).toBe(body.request_id);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('names the methods that the path accepts', async () => {
    expect((await send('GET', login)).headers.get('allow')).toBe('POST');
    expect((await send('POST', '/api/auth/sessions')).headers.get('allow')).toBe('GET, HEAD');
  });

  it('is in French unless English is requested', async () => {
    const texts = await Promise.all(
      [undefined, 'de', 'fr-CA', 'en-US,en;q=0.9', 'de, en;q=0.5'].map(async (language) => {
        const headers: Record<string, string> = language ? { 'accept-language': language } : {};
        return (await send('GET', '/api/auth/me', { headers })).body.error;
      }),
    );
    const [french, english] = ['Connectez-vous pour continuer.', 'Please sign in to continue.'];
    expect(texts).toEqual([french, french, french, english, english]);
  });

  it('gets a response even if it is not HTTP', async () => {
    const answer = await sendRaw('NOT HTTP AT ALL\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a body that is too large', () => {
  const headOf = (length: number, more = '') =>
    `POST ${login} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`;

  const statuses = (answer: string) => answer.match(/HTTP\/1\.1 \d+/g);

  it('is refused once it has arrived, so that its sender sees the refusal', async () => {
    const body = 'a'.repeat(3_000_000);
    const next = 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const kept = await sendRaw(headOf(body.length), body + next);
    expect(statuses(kept)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
    const single = await sendRaw(headOf(body.length, 'Connection: close\r\n'), body);
    expect(statuses(single)).toEqual(['HTTP/1.1 413']);
  });

  it('ends the connection at once where it is far too large', async () => {
    const answer = await sendRaw(headOf(30_000_000));
    expect(statuses(answer)).toEqual(['HTTP/1.1 413']);
    expect(answer).toMatch(/^connection: close/im);
  });
});

describe('every response', () => {
  it('has its own request id, regardless of the caller’s, which is logged beside it', async () => {
    const idFor = async (id: string) =>
      (await send('GET', '/api/auth/me', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    const theirs = 'call-0123.abc_XYZ';
    const ids = [await idFor(theirs), await idFor(theirs)];
    for (const id of ids) expect(id).toMatch(uuid);
    expect(ids[0]).not.toBe(ids[1]);
    const harmful = ['a'.repeat(65), 'with space', '"quoted-text"', '<script>alert'];
    for (const id of harmful) expect(await idFor(id)).toMatch(uuid);
    expect(await lineWith(ids[1] ?? '')).toMatchObject({ reqId: ids[1], client_request_id: theirs });
    for (const id of harmful) expect(bank.logs()).not.toContain(id);
  });

  it.each(['/api/auth/me', '/api/health/live', '/api/nothing', '/api/%zz'])(
    'forbids %s to be kept, framed, sniffed or run',
    async (path) => {
      const { headers } = await send('GET', path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()') as string,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      for (const name of [
        'etag',
        'server',
        'x-powered-by',
        'strict-transport-security',
        'access-control-allow-origin',
      ]) {
        expect(headers.get(name)).toBeNull();
      }
    },
  );
});

describe('too many calls', () => {
  it('of one address are refused with a `Retry-After`, except monitoring', async () => {
    const own = callsFrom(bank.shellUrl);
    const flood = Array.from({ length: tooMany }, () => own.get('auth/me'));
    const refused = (await Promise.all(flood)).filter(({ status }) => status === 429);
    const [first] = refused;
    expect(first?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(first?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await own.get('health/live')).status).toBe(200);
    expect((await callsFrom(bank.shellUrl).get('auth/me')).status).toBe(401);
  });

  it('by a stolen session do not keep its owner from ending it', async () => {
    const own = callsFrom(bank.shellUrl);
    const stolen = await own.signUp();
    const { access_token: token } = (await own.signIn(stolen.email)).body;
    const flood = await Promise.all(Array.from({ length: tooMany }, () => own.me(stolen.access_token)));
    expect(flood).toContain(429);
    const { body } = await own.get<{ sessions: { id: number; current: boolean }[] }>('auth/sessions', token);
    const theirs = body.sessions.find(({ current }) => !current);
    expect((await send('DELETE', `/api/auth/sessions/${theirs?.id}`, { token })).status).toBe(204);
  });

  it('are counted per signed-in user, separately from the address', async () => {
    const own = callsFrom(bank.shellUrl);
    const [one, two] = [await own.signUp(), await own.signUp()];
    const burst = await Promise.all(Array.from({ length: 100 }, () => own.me(one.access_token)));
    expect(burst.every((status) => status === 200)).toBe(true);
    const flood = await Promise.all(Array.from({ length: tooMany }, () => own.me(one.access_token)));
    expect(flood).toContain(429);
    expect(await own.me(two.access_token)).toBe(200);
  });
});

it('logs each call with its id, status and path, and no sent data', async () => {
  const person = somebody();
  const secret = 'unlikely-to-be-logged';
  const { headers } = await send('POST', `${login}?token=${secret}`, {
    body: { username: person.email, password: secret },
    headers: { 'x-forwarded-for': '198.51.100.7' },
  });
  const id = headers.get('x-request-id') ?? '';
  expect(await lineWith(id)).toMatchObject({
    reqId: id,
    req: { method: 'POST', path: login, address: '198.51.100.7' },
    res: { status: 401 },
  });
  expect(bank.logs()).not.toContain(secret);
  expect(bank.logs()).not.toContain(person.email);
});
