/** @jest-environment ./tests/support/bank-environment.ts */
import { createHash } from 'node:crypto';
import type { Tokens } from '@bank/contracts/auth';
import { waitingSession } from '@bank/contracts/routes';
import { sharedBank } from '../support/shared-bank';
import { naughtyStrings } from '../support/naughty';
import { configOf } from '../support/document-config';

const { bank, database } = sharedBank();

const own = { 'sec-fetch-site': 'same-origin' };

/** A form as a browser without JavaScript sends it. */
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = own) =>
  fetch(bank.shellUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields),
  });

const marie = { username: 'marie', password: 'Client-demo-1' };
const sessionOf = (answer: Response) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith('bank_session='));
const cookieOf = (answer: Response) => sessionOf(answer)?.split(';')[0] ?? '';

describe('signing in by a form', () => {
  it('opens a session in a cookie that no script reads, and leads to the account', async () => {
    const answer = await post('/login', marie);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/dashboard');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(sessionOf(answer)).toMatch(/HttpOnly; SameSite=Strict/);
    expect(answer.headers.getSetCookie().some((cookie) => /^known_device/.test(cookie))).toBe(true);
  });

  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['of another port', { 'sec-fetch-site': 'same-site' }],
    ['of a typed address', { 'sec-fetch-site': 'none' }],
    ['of an unknown page', {}],
    ['of another page in an old browser', { origin: 'https://evil.example' }],
    ['of a hidden page in an old browser', { origin: 'null' }],
    ['of another site that also names ours', { 'sec-fetch-site': 'cross-site', origin: 'self' }],
  ])('refuses a form %s', async (_name, given) => {
    const headers =
      'origin' in given && given.origin === 'self' ? { ...given, origin: bank.shellUrl } : given;
    const answer = await post('/login', marie, headers as Record<string, string>);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/login');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('accepts an old browser that names this origin', async () => {
    const answer = await post('/login', marie, { origin: bank.shellUrl });
    expect(sessionOf(answer)).toBeDefined();
  });

  it.each([
    ['/login?from=%2Fdashboard%2Fcards', '/dashboard/cards'],
    ['/login?from=%2F%2Fevil.example', '/dashboard'],
    ['/login?from=%2F%5Cevil.example', '/dashboard'],
    ['/login?from=https%3A%2F%2Fevil.example', '/dashboard'],
    ['/login?from=%2F.%2F%2Fevil.example', '/evil.example'],
    ['/login?from=%2F%09%2Fevil.example', '/dashboard'],
    ['/login?from=javascript%3Aalert(1)', '/dashboard'],
  ])('%s leads to %s', async (address, place) => {
    const answer = await post(address, marie);
    expect(answer.headers.get('location')).toBe(place);
  });

  it.each([
    ['fr', 'Identifiant ou mot de passe incorrect.'],
    ['en', 'Incorrect username or password.'],
  ])('shows the page again in %s, with the name and without the password', async (language, text) => {
    const answer = await post(
      '/login',
      { username: 'nobody-here', password: 'Wrong-secret-1' },
      { ...own, 'accept-language': language },
    );
    expect(answer.status).toBe(401);
    const html = await answer.text();
    expect(html).toContain(text);
    expect(html).toContain('value="nobody-here"');
    expect(html).not.toContain('Wrong-secret-1');
    expect(html).toContain(`<html lang="${language}"`);
    // The one inline script, and none by address.
    expect(html).not.toContain('<script src');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('counts wrong passwords as the API does', async () => {
    const wrong = { username: 'paul', password: 'never' };
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) statuses.push((await post('/login', wrong)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const right = await post('/login', { username: 'paul', password: 'Client-demo-2' });
    expect(right.headers.getSetCookie().some((cookie) => cookie.startsWith('bank_session='))).toBe(
      right.status === 303,
    );
  });

  it('takes no JSON, no list and no oversized form', async () => {
    const json = await fetch(`${bank.shellUrl}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...own, 'content-type': 'application/json' },
      body: JSON.stringify(marie),
    });
    expect(sessionOf(json)).toBeUndefined();
    const large = await post('/login', { ...marie, username: 'm'.repeat(70_000) });
    expect(large.status).toBe(413);
  });
});

describe('the session of a form', () => {
  it('is taken over by a script of the same browser, again if its page was left at once', async () => {
    const cookie = cookieOf(await post('/login', marie));
    expect((await configOf(`${bank.shellUrl}/dashboard`, cookie)).session_waiting).toBe(true);
    expect((await configOf(`${bank.shellUrl}/dashboard`)).session_waiting).toBeUndefined();
    const taken = await post(waitingSession.take, {}, { ...own, cookie });
    expect(taken.status).toBe(200);
    expect(taken.headers.get('cache-control')).toBe('no-store');
    expect(taken.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^bank_session=[^;]+; Path=\/; Max-Age=5;/),
    ]);
    const again = await post(waitingSession.take, {}, { ...own, cookie: cookieOf(taken) });
    expect(again.status).toBe(200);
    // Page after page must not keep the spent token: the session would be closed as if it was stolen.
    expect(again.headers.getSetCookie()).toEqual([]);
    const { access_token: token } = (await taken.json()) as { access_token: string };
    const me = await fetch(`${bank.shellUrl}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(((await me.json()) as { username: string }).username).toBe('marie');
  });

  it.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, {}])(
    'is not handed to a page of another origin (%p)',
    async (headers) => {
      const cookie = cookieOf(await post('/login', marie));
      const taken = await post(waitingSession.take, {}, { ...headers, cookie } as Record<string, string>);
      expect(taken.status).toBe(401);
      expect(await taken.text()).toBe('');
      expect(taken.headers.getSetCookie()).toEqual([]);
    },
  );

  it('is taken over again with the same cookie, however late, when the answer was lost', async () => {
    const cookie = cookieOf(await post('/login', marie));
    const ofMarie = `SELECT id FROM users WHERE username = 'marie'`;
    const reused = `SELECT id FROM audit_log WHERE action = 'session.reused' AND user_id = (${ofMarie})`;
    const before = await database.rows(reused);
    const lost = (await (await post(waitingSession.take, {}, { ...own, cookie })).json()) as Tokens;
    await database.rows(
      `UPDATE refresh_tokens t JOIN sessions s ON s.id = t.session_id SET t.spent_at = t.spent_at - INTERVAL 11 SECOND
       WHERE s.user_id = (${ofMarie})`,
    );
    const again = await post(waitingSession.take, {}, { ...own, cookie });
    expect(again.status).toBe(200);
    expect(((await again.json()) as Tokens).refresh_token).toBe(lost.refresh_token);
    expect(await database.rows(reused)).toEqual(before);
  });

  it('is not made from a forged cookie', async () => {
    for (const cookie of [
      'bank_session=',
      'bank_session=abc',
      'bank_session=%0d%0aX: 1',
      `bank_session=${'a'.repeat(600)}`,
    ])
      expect((await post(waitingSession.take, {}, { ...own, cookie })).status).toBe(401);
  });

  it('ends by a form, on the server too', async () => {
    const cookie = cookieOf(await post('/login', marie));
    const ended = await post(waitingSession.end, {}, { ...own, cookie });
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/']);
    expect((await post(waitingSession.take, {}, { ...own, cookie })).status).toBe(401);
  });
});

describe('opening an account by a form', () => {
  const person = {
    first_name: 'Zoé',
    last_name: 'Plain',
    username: 'zoe_plain',
    email: 'zoe.plain@example.org',
    phone: '',
    password: 'Orange-tram-71',
    confirmPassword: 'Orange-tram-71',
  };

  it('shows which fields were refused, and keeps the others', async () => {
    const answer = await post('/signup', {
      ...person,
      email: 'no address',
      confirmPassword: person.password,
    });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('href="#email"');
    expect(html).toContain('value="Zoé"');
    expect(html).not.toContain(person.password);
  });

  it('compares the passwords', async () => {
    const answer = await post('/signup', { ...person, confirmPassword: 'other' });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('href="#confirmPassword"');
    expect(await database.rows('SELECT id FROM users WHERE username = ?', [person.username])).toEqual([]);
  });

  it('opens the account and the session', async () => {
    const answer = await post('/signup', person);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard']);
    expect(sessionOf(answer)).toBeDefined();
    expect(await database.rows('SELECT id FROM users WHERE username = ?', [person.username])).toHaveLength(1);
  });

  it('stores nothing that a password can be guessed by', async () => {
    const { confirmPassword: _, ...body } = person;
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const kept = 'SELECT 1 FROM idempotency_keys WHERE idempotency_key = ?';
    expect(await database.rows(kept, [digest])).toEqual([]);
  });
});

describe('a message by a form', () => {
  const message = {
    firstName: 'Zoé',
    lastName: 'Plain',
    email: 'zoe@example.org',
    phone: '',
    category: 'cards',
    priority: 'high',
    subject: 'Carte',
    message: 'Bonjour',
  };

  it('becomes one ticket, also when the page is reloaded', async () => {
    const first = await (await post('/contact', message)).text();
    const again = await (await post('/contact', message)).text();
    const [reference] = /BPCS-[A-Z2-9]{8}/.exec(first) ?? [];
    expect(first).toContain('Message envoyé avec succès ! Référence: BPCS-');
    expect(again).toContain(reference);
    const rows = await database.rows('SELECT priority, subject FROM tickets WHERE reference = ?', [
      reference,
    ]);
    expect(rows).toEqual([{ priority: 'high', subject: 'Carte' }]);
  });

  it.each([
    ['/contact/', '/contact'],
    ['/contact/?a=1', '/contact?a=1'],
    ['//contact//', '/contact'],
  ])('is written on a page of one address: %s', async (typed, page) => {
    const answer = await fetch(bank.shellUrl + typed, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, page]);
    const missing = await fetch(`${bank.shellUrl}/api/contact/`, { redirect: 'manual' });
    expect(missing.status).toBe(404);
  });

  it('keeps hostile words as text', async () => {
    const expected = (await (await post('/contact', { ...message, email: '' })).text()).split('<').length;
    for (const text of naughtyStrings.filter((_, at) => at % 10 === 0)) {
      const answer = await post('/contact', { ...message, email: '', subject: text, message: text });
      expect(answer.status).toBe(422);
      const html = await answer.text();
      const note = /<div class="plain-note"[\s\S]*?<\/div>/.exec(html)?.[0] ?? '';
      expect(html.replace(note, '').split('<').length).toBeLessThanOrEqual(expected);
    }
  });
});

describe('the language', () => {
  const languageOf = async (headers: Record<string, string>) =>
    /<html lang="(\w+)"/.exec(await (await fetch(bank.shellUrl, { headers })).text())?.[1];

  it.each([
    [{}, 'fr'],
    [{ 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
    [{ 'accept-language': 'de-DE,de;q=0.9' }, 'fr'],
    [{ 'accept-language': 'de, en;q=0.5, fr;q=0.4' }, 'en'],
    [{ 'accept-language': 'en', cookie: 'language=fr' }, 'fr'],
    [{ 'accept-language': 'fr', cookie: 'a=b; language=en' }, 'en'],
    [{ cookie: 'language=xx' }, 'fr'],
    [{ cookie: 'otherlanguage=en' }, 'fr'],
  ] as [Record<string, string>, string][])('of a browser with %j is %s', async (headers, language) => {
    expect(await languageOf(headers)).toBe(language);
  });

  it('is chosen by a form, and stays on the page', async () => {
    const answer = await post('/faq?category=cards', { language: 'en' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/faq?category=cards']);
    expect(answer.headers.get('set-cookie')).toMatch(/^language=en; Path=\/; Max-Age=31536000; SameSite=Lax/);
    const other = await post('/faq', { language: 'xx' });
    expect(other.headers.get('set-cookie')).toBeNull();
  });
});
