/** @jest-environment ./tests/support/bank-environment.ts */
import { sharedBank } from '../support/shared-bank';
import { callsFrom, password, somebody, statuses, unshared } from './people';

const { bank, database } = sharedBank();

const calls = () => callsFrom(bank.shellUrl);

/** Ends the blocks of all accounts. */
const letWaitsPass = () => database.rows('UPDATE login_failures SET blocked_until = NOW(3)');

describe('signing in', () => {
  it('accepts the e-mail or the username, in either field and any case', async () => {
    const person = await calls().signUp();
    const bodies = [
      { email: person.email, username: person.email },
      { email: person.username, username: person.username },
      { email: person.email.toUpperCase() },
      { username: person.username },
    ];
    for (const body of bodies) {
      const answer = await calls().post('auth/login', { ...body, password });
      expect(answer).toMatchObject({ status: 200, body: { user: { id: person.id } } });
    }
  });

  it('gives the same response for unknown, wrong, inactive and deleted', async () => {
    const { signIn, signUp } = calls();
    const [known, inactive, deleted] = [await signUp(), await signUp(), await signUp()];
    await database.rows(`UPDATE users SET status = 'inactive' WHERE id = ?`, [inactive.id]);
    await database.rows('UPDATE users SET deleted_at = NOW(3) WHERE id = ?', [deleted.id]);
    const answers = [
      await signIn(known.email, 'another password'),
      await signIn(somebody().email),
      await signIn(inactive.email),
      await signIn(deleted.username),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect({ ...body, request_id: '' }).toEqual({
        error: 'Identifiant ou mot de passe incorrect.',
        code: 'INVALID_CREDENTIALS',
        request_id: '',
      });
    }
  });

  it('takes as long for an unknown person as for a wrong password', async () => {
    const known = Array.from({ length: 12 }, () => calls().signUp(unshared));
    const timed = async (identifier: string) => {
      const { signIn } = calls();
      const start = performance.now();
      await signIn(identifier, 'another password');
      return performance.now() - start;
    };
    const pairs: [number, number][] = [];
    for (const person of await Promise.all(known)) {
      pairs.push([await timed(person.email), await timed(somebody().email)]);
    }
    const median = (values: number[]) => values.sort((left, right) => left - right)[values.length >> 1] ?? 0;
    const [wrong, unknown] = [median(pairs.map(([time]) => time)), median(pairs.map(([, time]) => time))];
    expect(Math.abs(wrong - unknown)).toBeLessThan(Math.max(wrong, unknown) * 0.5);
  });

  it('gives a deleted person’s e-mail and username to the next', async () => {
    const { signUp, post, signIn } = calls();
    const first = await signUp();
    await database.rows('UPDATE users SET deleted_at = NOW(3) WHERE id = ?', [first.id]);
    const second = await post<{ user: { id: number } }>('auth/signup', {
      ...somebody(),
      email: first.email,
      username: first.username,
    });
    expect(second.status).toBe(201);
    expect((await signIn(first.email)).body.user?.id).toBe(second.body.user.id);
  });
});

describe('wrong passwords', () => {
  it('block the account after five, for either identifier and even for the right password', async () => {
    const person = await calls().signUp();
    for (const identifier of [person.email, person.username, person.email, person.username, person.email]) {
      expect((await calls().signIn(identifier, 'wrong')).status).toBe(401);
    }
    for (const typed of ['wrong', password]) {
      const { status, body, headers } = await calls().signIn(person.username, typed);
      expect([status, body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(25);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(30);
    }
  });

  it('double the block with each further one, and are cleared by a success', async () => {
    const person = await calls().signUp();
    for (let attempt = 0; attempt < 5; attempt += 1) await calls().signIn(person.email, 'wrong');
    await letWaitsPass();
    expect((await calls().signIn(person.email, 'wrong')).status).toBe(401);
    const slowed = await calls().signIn(person.email);
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(55);
    await letWaitsPass();
    expect((await calls().signIn(person.email)).status).toBe(200);
    for (let attempt = 0; attempt < 4; attempt += 1) await calls().signIn(person.email, 'wrong');
    expect((await calls().signIn(person.email)).status).toBe(200);
  });

  it('block an unknown identifier in the same way', async () => {
    const { email } = somebody();
    const attempts = [];
    for (let attempt = 0; attempt < 6; attempt += 1) attempts.push(await calls().signIn(email));
    expect(statuses(attempts)).toEqual({ 401: 5, 429: 1 });
  });

  it('are checked five at most when twenty arrive at once', async () => {
    const person = await calls().signUp();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => calls().signIn(person.email, 'wrong')),
    );
    expect(statuses(answers)).toEqual({ 401: 5, 429: 15 });
  });

  it('do not block twenty simultaneous correct sign-ins', async () => {
    const person = await calls().signUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => calls().signIn(person.email)));
    expect(statuses(answers)).toEqual({ 200: 20 });
  });

  it('block an address after a hundred', async () => {
    const { signIn } = calls();
    const answers = [];
    for (let attempt = 0; attempt < 100; attempt += 10) {
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => signIn(somebody().email)))));
    }
    expect(statuses(answers)).toEqual({ 401: 100 });
    const person = await calls().signUp();
    const slowed = await signIn(person.email);
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await calls().signIn(person.email)).status).toBe(200);
  });

  /** A browser in which the person signed in; it then sends its cookie. */
  async function browserOf(email: string, typed = password) {
    const own = calls();
    const { headers } = await own.signIn(email, typed);
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^known_device=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    own.headers['cookie'] = cookie.split(';')[0] ?? '';
    return own;
  }

  it('of strangers do not block the user’s known browser', async () => {
    const person = await calls().signUp();
    const browser = await browserOf(person.email);
    for (let attempt = 0; attempt < 5; attempt += 1) await calls().signIn(person.email, 'wrong');
    expect((await calls().signIn(person.email)).status).toBe(429);
    expect((await browser.signIn(person.email)).status).toBe(200);
    const change = {
      currentPassword: password,
      newPassword: 'another-long-one',
      confirmPassword: 'another-long-one',
    };
    const stranger = await calls().post('settings/password', change, person.access_token);
    expect(stranger.status).toBe(429);
    expect((await browser.post('settings/password', change, person.access_token)).status).toBe(204);
  });

  it('are counted in a known browser too, so that a stolen cookie does not help guessing', async () => {
    const [person, other] = [await calls().signUp(), await calls().signUp()];
    const browser = await browserOf(person.email);
    const thief = calls();
    thief.headers['cookie'] = browser.headers['cookie'] ?? '';
    const guesses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) guesses.push(await thief.signIn(person.email, 'wrong'));
    expect(statuses(guesses)).toEqual({ 401: 5, 429: 1 });
    // The cookie is void for another account, or with a changed character.
    const forged = calls();
    for (const cookie of [thief.headers['cookie'], thief.headers['cookie'].replace(/=\d+/, `=${other.id}`)]) {
      forged.headers['cookie'] = cookie;
      for (let attempt = 0; attempt < 3; attempt += 1) await forged.signIn(other.email, 'wrong');
    }
    expect((await calls().signIn(other.email)).status).toBe(429);
  });

  it('are counted as a stranger’s in every browser after a change of password', async () => {
    const person = await calls().signUp();
    const browser = await browserOf(person.email);
    const change = {
      currentPassword: password,
      newPassword: 'another-long-one',
      confirmPassword: 'another-long-one',
    };
    const changed = await calls().post('settings/password', change, person.access_token);
    expect(changed.status).toBe(204);
    for (let attempt = 0; attempt < 5; attempt += 1) await calls().signIn(person.email, 'wrong');
    expect((await browser.signIn(person.email, 'another-long-one')).status).toBe(429);
    browser.headers['cookie'] = changed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await browser.signIn(person.email, 'another-long-one')).status).toBe(200);
  });

  it('are logged, without the typed values', async () => {
    const person = await calls().signUp();
    const typed = 'a password typed in the wrong field';
    for (let attempt = 0; attempt < 5; attempt += 1) await calls().signIn(person.email, typed);
    await calls().signIn(typed, typed);
    const lines = await database.rows('SELECT action, type FROM audit_log WHERE user_id = ?', [person.id]);
    const counted = lines.map(({ action, type }) => `${action} ${type}`);
    expect(counted.filter((line) => line === 'session.refused warning')).toHaveLength(5);
    expect(counted.filter((line) => line === 'session.slowed warning')).toHaveLength(1);
    const everything = JSON.stringify(await database.rows('SELECT * FROM audit_log'));
    expect(everything + bank.logs()).not.toContain(typed);
  });
});
