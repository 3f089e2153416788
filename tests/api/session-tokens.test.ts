/** @jest-environment ./tests/support/bank-environment.ts */
import { createHmac } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deriveKeys, storedKeys } from '../../bff/src/platform/config/keys';
import { listen } from '../support/event-stream';
import { sharedBank } from '../support/shared-bank';
import { callsFrom, statuses, type Tokens } from './people';

/** The defaults of the server. */
const accessTokenSeconds = 300;
const idleSeconds = 300;

const { bank, database } = sharedBank();
const { signing } = deriveKeys({}, () => storedKeys(path.join(bank.dataDir, 'keys.json')));

const calls = () => callsFrom(bank.shellUrl);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims;
const signed = (text: string, algorithm = 'sha256') =>
  `${text}.${createHmac(algorithm, signing).update(text).digest('base64url')}`;

type Claims = Record<string, unknown> & { iat: number; exp: number };

/** The same token, signed by the server so many seconds earlier. */
function signedEarlier(token: string, seconds: number): string {
  const [header = '', text = ''] = token.split('.');
  const claims = read(text);
  return signed(`${header}.${part({ ...claims, iat: claims.iat - seconds, exp: claims.exp - seconds })}`);
}

/** Makes the last activity of a person look so many seconds older. */
const idle = (userId: number, seconds: number) =>
  database.rows('UPDATE sessions SET last_active_at = last_active_at - INTERVAL ? SECOND WHERE user_id = ?', [
    seconds,
    userId,
  ]);

/** Sets back the time at which a person's refresh tokens were spent. */
const spendAgo = (userId: number, seconds: number) =>
  database.rows(
    `UPDATE refresh_tokens t JOIN sessions s ON s.id = t.session_id
     SET t.spent_at = t.spent_at - INTERVAL ? SECOND WHERE s.user_id = ?`,
    [seconds, userId],
  );

describe('the access token', () => {
  it('expires, and its session continues through the refresh token', async () => {
    const { signUp, get, me, refresh } = calls();
    const person = await signUp();
    expect(await me(person.access_token)).toBe(200);
    expect(await me(signedEarlier(person.access_token, accessTokenSeconds - 30))).toBe(200);
    const late = await get('auth/me', signedEarlier(person.access_token, accessTokenSeconds));
    expect(late).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
    expect(late.headers.get('www-authenticate')).toBe('Bearer');
    const { body } = await refresh(person.refresh_token);
    expect(await me(body.access_token)).toBe(200);
  });

  it('contains only its user and its session', async () => {
    const { access_token, id } = await calls().signUp();
    const [header = '', claims = ''] = access_token.split('.');
    expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT', kid: '1' });
    expect(Object.keys(read(claims)).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
    expect(read(claims)).toMatchObject({ sub: String(id), iss: 'bank-pcs', aud: 'bank-pcs-api' });
    expect(read(claims).exp - read(claims).iat).toBe(accessTokenSeconds);
  });

  it('is refused when it was changed, is unsigned, or is signed otherwise', async () => {
    const { signUp, me } = calls();
    const { access_token } = await signUp();
    const [header = '', claims = '', signature = ''] = access_token.split('.');
    const forgeries = [
      `${header}.${claims}.${signature.slice(0, -2)}AA`,
      `${part({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      signed(`${part({ alg: 'HS512', typ: 'JWT' })}.${claims}`, 'sha512'),
      signed(`${header}.${part({ sub: '1', sid: 1, exp: 4_000_000_000 })}`),
      'not-a-token',
      '',
    ];
    for (const forgery of forgeries) expect(await me(forgery)).toBe(401);
  });

  it('is no refresh token, nor the reverse', async () => {
    const { signUp, me, refresh } = calls();
    const { access_token, refresh_token } = await signUp();
    expect(await me(refresh_token)).toBe(401);
    expect((await refresh(access_token)).status).toBe(401);
  });
});

describe('refreshing', () => {
  it.each([
    'application/json',
    // What `curl -d ''`, and `fetch` with an empty text, state.
    'application/x-www-form-urlencoded',
    'text/plain;charset=UTF-8',
    '',
  ])('accepts an empty body of the type %j, as one without a type', async (type) => {
    const { signUp, refresh, post, headers } = calls();
    const { refresh_token } = await signUp();
    const first = await refresh(refresh_token);
    expect(first.status).toBe(200);
    headers['content-type'] = type;
    expect((await post('auth/refresh', '', first.body.refresh_token)).status).toBe(200);
  });

  it('succeeds for two tabs within ten seconds, and for every chain after them', async () => {
    const { signUp, refresh, me } = calls();
    const { refresh_token } = await signUp();
    const tabs = await Promise.all(Array.from({ length: 8 }, () => refresh(refresh_token)));
    expect(statuses(tabs)).toEqual({ 200: 8 });
    expect(new Set(tabs.map(({ body }) => body.refresh_token)).size).toBe(8);
    for (const { body } of tabs) {
      expect(await me(body.access_token)).toBe(200);
      expect((await refresh(body.refresh_token)).status).toBe(200);
    }
  });

  it('ends the whole session when a token is reused later, its streams at once, and logs a warning', async () => {
    const { signUp, refresh, me } = calls();
    const { refresh_token, id } = await signUp();
    const { body: next } = await refresh(refresh_token);
    const page = await listen(bank.shellUrl, next.access_token);
    await spendAgo(id, 11);
    expect(await refresh(refresh_token)).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
    expect(await me(next.access_token)).toBe(401);
    expect((await refresh(next.refresh_token)).status).toBe(401);
    expect(await Promise.race([page.ended, sleep(5_000, 'still open')])).toBeUndefined();
    const lines = await database.rows('SELECT action, type FROM audit_log WHERE user_id = ?', [id]);
    expect(lines).toContainEqual({ action: 'session.reused', type: 'warning' });
  });

  it('repeats an exchange whose answer was lost, however late, under its key alone', async () => {
    const { signUp, refresh, me } = calls();
    const { refresh_token, id } = await signUp();
    const lost = await refresh(refresh_token, 'first exchange');
    await spendAgo(id, 60);
    const { status, body } = await refresh(refresh_token, 'first exchange');
    expect([status, body.refresh_token]).toEqual([200, lost.body.refresh_token]);
    expect(await me(body.access_token)).toBe(200);
    expect(await refresh(refresh_token, 'another')).toMatchObject({ status: 401 });
    expect(await me(body.access_token)).toBe(401);
  });

  it('repeats none whose answer arrived: with its key, too, the spent token ends the session', async () => {
    const { signUp, refresh, me } = calls();
    const { refresh_token, id } = await signUp();
    const first = await refresh(refresh_token, 'key');
    const second = await refresh(first.body.refresh_token, 'key');
    // Late and within the ten seconds, as of another tab.
    expect((await refresh(refresh_token, 'key')).status).toBe(200);
    await spendAgo(id, 11);
    expect(await refresh(refresh_token, 'key')).toMatchObject({
      status: 401,
      body: { code: 'SESSION_EXPIRED' },
    });
    expect(await me(second.body.access_token)).toBe(401);
  });

  it('gives one token for simultaneous tries of one exchange', async () => {
    const { signUp, refresh } = calls();
    const { refresh_token } = await signUp();
    const tries = await Promise.all(Array.from({ length: 4 }, () => refresh(refresh_token, 'key')));
    expect(statuses(tries)).toEqual({ 200: 4 });
    expect(new Set(tries.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  it('stores no token in the database', async () => {
    const { id, refresh_token, access_token } = await calls().signUp();
    const rows = [
      ...(await database.rows('SELECT * FROM sessions WHERE user_id = ?', [id])),
      ...(await database.rows(
        'SELECT t.* FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE s.user_id = ?',
        [id],
      )),
      ...(await database.rows('SELECT * FROM events WHERE user_id = ?', [id])),
      ...(await database.rows('SELECT * FROM audit_log WHERE user_id = ?', [id])),
    ];
    const values = rows.flatMap((row) => Object.values<unknown>(row));
    const stored = values.flatMap((value) =>
      Buffer.isBuffer(value) ? [value.toString('base64url'), value.toString()] : [String(value)],
    );
    expect(stored.length).toBeGreaterThan(10);
    for (const token of [refresh_token, access_token]) {
      expect(stored.filter((value) => value.includes(token))).toEqual([]);
    }
  });
});

describe('idle time', () => {
  it('ends a session without user activity, even if it was refreshed', async () => {
    const { signUp, refresh, me } = calls();
    const { id, ...person } = await signUp();
    let { refresh_token } = person;
    for (let round = 0; round < 5; round += 1) {
      await idle(id, idleSeconds / 6);
      ({ refresh_token } = (await refresh(refresh_token)).body);
    }
    const { access_token } = (await refresh(refresh_token)).body;
    await idle(id, idleSeconds / 6);
    expect(await me(access_token)).toBe(401);
    expect((await refresh(refresh_token)).status).toBe(401);
  });

  it('restarts with each call', async () => {
    const { signUp, refresh, me } = calls();
    const { id, ...person } = await signUp();
    let tokens: Tokens = person;
    for (let round = 0; round < 6; round += 1) {
      await idle(id, idleSeconds / 3);
      expect(await me(tokens.access_token)).toBe(200);
      tokens = (await refresh(tokens.refresh_token)).body;
    }
  });
});

describe('open sessions', () => {
  it('are listed with their devices, and can end one another', async () => {
    const { signUp, signIn, get, remove, me, refresh, headers } = calls();
    headers['user-agent'] = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const person = await signUp();
    const other = (await signIn(person.email)).body;
    const list = async (token: string) =>
      (await get<{ sessions: { id: number; device: string; current: boolean }[] }>('auth/sessions', token))
        .body.sessions;
    const sessions = await list(person.access_token);
    expect(sessions.map(({ device, current }) => [device, current])).toEqual(
      expect.arrayContaining([
        ['Firefox, Linux', true],
        ['Firefox, Linux', false],
      ]),
    );
    const others = sessions.find(({ current }) => !current)?.id ?? 0;
    expect((await remove(`auth/sessions/${others}`, person.access_token)).status).toBe(204);
    expect(await me(other.access_token)).toBe(401);
    expect((await refresh(other.refresh_token)).status).toBe(401);
    expect(await list(person.access_token)).toHaveLength(1);
    expect((await remove(`auth/sessions/${others}`, person.access_token)).status).toBe(404);
  });

  it('of another person do not exist', async () => {
    const { signUp, remove, get, me } = calls();
    const [one, two] = [await signUp(), await signUp()];
    const mine = (await get<{ sessions: { id: number }[] }>('auth/sessions', one.access_token)).body
      .sessions[0];
    for (const id of [mine?.id, 'abc', 0, -1, '9'.repeat(30)]) {
      const { status, body } = await remove(`auth/sessions/${id}`, two.access_token);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await me(one.access_token)).toBe(200);
  });

  it('end at once on sign-out, with every token', async () => {
    const { signUp, post, me, refresh } = calls();
    const { access_token, refresh_token } = await signUp();
    const { status, body } = await post('auth/logout', undefined, access_token);
    expect([status, body]).toEqual([204, '']);
    expect(await me(access_token)).toBe(401);
    expect((await refresh(refresh_token)).status).toBe(401);
  });

  it('end at the next call of a deactivated or deleted user', async () => {
    for (const change of [`status = 'inactive'`, 'deleted_at = NOW(3)']) {
      const { signUp, me, refresh } = calls();
      const { access_token, refresh_token, id } = await signUp();
      await database.rows(`UPDATE users SET ${change} WHERE id = ?`, [id]);
      expect(await me(access_token)).toBe(401);
      expect((await refresh(refresh_token)).status).toBe(401);
    }
  });

  it('stay ended when an administrator deactivates and reactivates the user, streams included', async () => {
    const admin = await calls().signUp();
    await database.rows(`UPDATE users SET role = 'admin', staff_roles = 'owner' WHERE id = ?`, [admin.id]);
    const { signUp, signIn, post, me, refresh } = calls();
    const person = await signUp();
    const set = async (status: string) => {
      const path = `admin/users/${person.id}/activate`;
      const { status: answered } = await post(path, { status }, admin.access_token);
      expect(answered).toBe(200);
    };
    const page = await listen(bank.shellUrl, person.access_token);
    await set('inactive');
    await set('active');
    expect(await me(person.access_token)).toBe(401);
    expect((await refresh(person.refresh_token)).status).toBe(401);
    expect((await signIn(person.email)).status).toBe(200);
    expect(await Promise.race([page.ended, sleep(5_000, 'still open')])).toBeUndefined();
  });

  it('follow a changed role at the next call', async () => {
    const { signUp, get } = calls();
    const { access_token, id } = await signUp();
    expect(await get('admin/stats', access_token)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    await database.rows(`UPDATE users SET role = 'admin', staff_roles = 'owner' WHERE id = ?`, [id]);
    expect((await get('admin/stats', access_token)).status).toBe(200);
  });
});
