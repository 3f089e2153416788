/** @jest-environment ./tests/support/bank-environment.ts */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sharedBank } from '../support/shared-bank';
import { outboxOf } from '../support/outbox';
import { untilThereAre } from '../support/until';
import { callsFrom, somebody } from './people';

const { bank, database } = sharedBank();

const calls = () => callsFrom(bank.shellUrl);
const newPassword = 'another-long-enough-one';

/** The mails to an address, decoded, oldest first. */
const mailsTo = (address: string) => outboxOf(bank.dataDir, 'eml', `To: ${address}`);

/** Mails are sent in the background. */
const mailCount = (address: string, wanted: number) => untilThereAre(wanted, () => mailsTo(address));

/** Only mails with a link: the one about a replaced password may be sent at any time. */
const tokensTo = async (address: string) =>
  (await mailsTo(address)).flatMap((mail) => /reset-password#token=([\w-]{43})/.exec(mail)?.[1] ?? []);

async function linkFor(email: string, nth = 1): Promise<string> {
  const { status, body } = await calls().post('auth/password/forgot', { email });
  expect([status, body]).toEqual([202, '']);
  return (await untilThereAre(nth, () => tokensTo(email)))[nth - 1] ?? '';
}

/** Waits for the mail to another person: one for an earlier request would be there before it. */
async function mailOfALaterRequest(): Promise<void> {
  expect(await linkFor((await calls().signUp()).email)).not.toBe('');
}

describe('a forgotten password', () => {
  it('is replaced by a mailed link, once, which ends every session', async () => {
    const { signUp, post, get, me, refresh, signIn } = calls();
    const person = await signUp();
    const token = await linkFor(person.email);
    const reset = await post('auth/password/reset', { token, password: newPassword });
    expect([reset.status, reset.body]).toEqual([204, '']);
    expect(await me(person.access_token)).toBe(401);
    expect((await refresh(person.refresh_token)).status).toBe(401);
    expect((await signIn(person.email)).status).toBe(401);
    expect((await signIn(person.email, newPassword)).status).toBe(200);
    expect(await post('auth/password/reset', { token, password: 'yet-another-one' })).toMatchObject({
      status: 422,
      body: { code: 'RESET_LINK_INVALID' },
    });
    const { access_token } = (await signIn(person.email, newPassword)).body;
    const told = await get<{ notifications: unknown[] }>('notifications?filter=security', access_token);
    expect(told.body.notifications).toContainEqual(
      expect.objectContaining({ title: 'Mot de passe modifié', type: 'security' }),
    );
    const lines = await database.rows('SELECT action, type FROM audit_log WHERE user_id = ?', [person.id]);
    expect(lines).toContainEqual({ action: 'password.reset', type: 'warning' });
  });

  it('is reset by a mail in the person’s language, as text and HTML, to its owner only', async () => {
    const own = calls();
    own.headers['accept-language'] = 'en';
    const person = await own.signUp();
    await linkFor(person.email);
    const [mail = ''] = await mailCount(person.email, 1);
    expect(mail).toContain('Subject: Your new Bank PCS password');
    expect(mail).toContain('Hello Élodie,');
    expect(mail).toContain(`${bank.shellUrl}/reset-password#token=`);
    expect(mail).toContain('Content-Type: text/plain');
    expect(mail).toContain('Content-Type: text/html');
    const folder = path.join(bank.dataDir, 'outbox');
    // A draft is renamed once it is whole.
    const mails = (await readdir(folder)).filter((name) => !name.endsWith('.draft'));
    expect(mails.length).toBeGreaterThan(0);
    for (const name of mails) {
      expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    }
    const frenchPerson = await calls().signUp();
    await linkFor(frenchPerson.email);
    expect((await mailCount(frenchPerson.email, 1))[0]).toContain('Bonjour Élodie,');
  });

  it('returns the same response for an unknown address, and mails nothing', async () => {
    const { email } = somebody();
    const { status, body } = await calls().post('auth/password/forgot', { email });
    expect([status, body]).toEqual([202, '']);
    await mailOfALaterRequest();
    expect(await mailsTo(email)).toEqual([]);
  });

  it('works for 30 minutes, and only by the newest link', async () => {
    const { signUp, post } = calls();
    const person = await signUp();
    const first = await linkFor(person.email);
    const second = await linkFor(person.email, 2);
    expect((await post('auth/password/reset', { token: first, password: newPassword })).status).toBe(422);
    const lifetime = `
      SELECT CAST(MAX(TIMESTAMPDIFF(MINUTE, created_at, expires_at)) AS CHAR) AS minutes FROM password_resets
      WHERE user_id = ?`;
    expect(await database.rows(lifetime, [person.id])).toEqual([{ minutes: '30' }]);
    await database.rows(
      'UPDATE password_resets SET expires_at = expires_at - INTERVAL 30 MINUTE WHERE user_id = ?',
      [person.id],
    );
    expect((await post('auth/password/reset', { token: second, password: newPassword })).status).toBe(422);
  });

  it('is mailed one link for an `Idempotency-Key`, which reveals nobody either', async () => {
    const { signUp, headers, post } = calls();
    const [person, nobody] = [await signUp(), somebody()];
    const ask = (key: string, email: string) => {
      headers['idempotency-key'] = key;
      return post('auth/password/forgot', { email });
    };
    for (const { email } of [person, nobody]) {
      const key = `for-${email}`;
      const answers = await Promise.all([1, 2, 3, 4].map(() => ask(key, email)));
      answers.push(await ask(key, email), await ask(key, `x${email}`));
      expect(answers.map(({ status, body }) => [status, body ? body.code : body])).toEqual([
        ...Array.from({ length: 5 }, () => [202, '']),
        [422, 'IDEMPOTENCY_KEY_REUSED'],
      ]);
    }
    await mailCount(person.email, 1);
    expect(await ask('another', person.email)).toMatchObject({ status: 202 });
    expect(await mailCount(person.email, 2)).toHaveLength(2);
  });

  it('mails a few times an hour at most, without revealing it', async () => {
    const { signUp, post } = calls();
    const { email } = await signUp();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect((await post('auth/password/forgot', { email })).status).toBe(202);
      await mailCount(email, Math.min(3, attempt + 1));
    }
    await mailOfALaterRequest();
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it('is used up by one of two simultaneous calls', async () => {
    const { signUp, post } = calls();
    const { email } = await signUp();
    const token = await linkFor(email);
    const answers = await Promise.all(
      ['first-long-enough', 'second-long-enough'].map((password) =>
        post('auth/password/reset', { token, password }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
  });

  it('requires 8 characters, and refuses common passwords', async () => {
    const { signUp, post } = calls();
    const { email } = await signUp();
    const token = await linkFor(email);
    const short = await post('auth/password/reset', { token, password: 'r9&Ku!x' });
    expect(short).toMatchObject({
      status: 422,
      body: { fields: { password: 'Le mot de passe doit contenir au moins 8 caractères' } },
    });
    const common = await post('auth/password/reset', { token, password: 'password1' });
    expect(common).toMatchObject({ status: 422, body: { code: 'PASSWORD_TOO_COMMON' } });
    expect((await post('auth/password/reset', { token, password: newPassword })).status).toBe(204);
  });

  it('clears failed attempts on the account', async () => {
    const { signUp, post, signIn } = calls();
    const { email } = await signUp();
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn(email, 'wrong');
    expect((await signIn(email)).status).toBe(429);
    const token = await linkFor(email);
    expect((await post('auth/password/reset', { token, password: newPassword })).status).toBe(204);
    expect((await signIn(email, newPassword)).status).toBe(200);
  });

  it('leaves the token out of the log', async () => {
    const { signUp, post } = calls();
    const { email } = await signUp();
    const token = await linkFor(email);
    await post('auth/password/reset', { token, password: newPassword });
    expect(bank.logs()).toContain('/api/auth/password/reset');
    expect(bank.logs()).not.toContain(token);
    expect(bank.logs()).not.toContain(newPassword);
  });
});
