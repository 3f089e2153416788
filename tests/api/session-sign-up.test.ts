/** @jest-environment ./tests/support/bank-environment.ts */
import { session } from '@bank/contracts/auth';
import { sharedBank } from '../support/shared-bank';
import { callsFrom, somebody, someAddress, statuses, unshared } from './people';

const { bank, database } = sharedBank();

const calls = () => callsFrom(bank.shellUrl);

describe('signing up', () => {
  it('returns a session and the user, and opens an account in euros', async () => {
    const { post, get } = calls();
    const person = somebody();
    const { status, body } = await post('auth/signup', { ...person, phone: '+33 6 12 34 56 78' });
    expect(status).toBe(201);
    const { access_token, user } = session.strict().parse(body);
    expect(user).toMatchObject({
      email: person.email,
      username: person.username,
      phone: '+33 6 12 34 56 78',
      role: 'user',
      status: 'active',
      kyc_status: 'pending',
      kyc_submitted_at: null,
    });
    expect((await get('auth/me', access_token)).body).toEqual(user);
    const { balance } = (await get<{ balance: object }>('solde', access_token)).body;
    expect(balance).toMatchObject({ current_balance: 0, currency: 'EUR', level: 'limited' });
  });

  it('stores the password only as an argon2id hash of the specified cost', async () => {
    const { id } = await calls().signUp(unshared);
    const [row] = await database.rows('SELECT * FROM users WHERE id = ?', [id]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain(unshared);
  });

  it('reports which of e-mail and username is taken, in any case', async () => {
    const taken = await calls().signUp();
    const other = somebody();
    const email = await calls().post('auth/signup', { ...other, email: taken.email.toUpperCase() });
    expect(email).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', fields: { email: 'Cette adresse e-mail est déjà utilisée.' } },
    });
    const username = await calls().post('auth/signup', { ...other, username: taken.username.toUpperCase() });
    expect(username).toMatchObject({
      status: 409,
      body: { code: 'USERNAME_TAKEN', fields: { username: 'Ce nom d’utilisateur est déjà pris.' } },
    });
    const both = await calls().post('auth/signup', taken);
    expect(Object.keys(both.body.fields as object)).toEqual(['email', 'username']);
  });

  it('succeeds once for simultaneous calls with one e-mail', async () => {
    const { email } = somebody();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => calls().post('auth/signup', { ...somebody(), email })),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 409: 11 });
    expect(answers.every(({ status, body }) => status === 201 || body.code === 'EMAIL_TAKEN')).toBe(true);
    const rows = await database.rows(
      'SELECT u.id, a.id AS account FROM users u LEFT JOIN accounts a ON a.user_id = u.id WHERE u.email = ?',
      [email],
    );
    expect(rows).toEqual([{ id: expect.anything(), account: expect.anything() }]);
  });

  it.each([
    '123456',
    'password',
    'Azerty',
    'motdepasse',
    'BankPCS2026',
    'Password1!',
    'P@ssw0rd1',
    'azertyuiop',
  ])('refuses the easily guessed password %s', async (common) => {
    const { status, body } = await calls().post('auth/signup', { ...somebody(), password: common });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'PASSWORD_TOO_COMMON',
      fields: { password: expect.stringMatching(/trop facile à deviner/) as string },
    });
  });

  it('refuses the person’s own words as password, with a year or a number', async () => {
    const person = somebody();
    for (const own of [person.username.toUpperCase(), person.email, 'Elodie-Martin-1985', 'm4rt1n2026!']) {
      const { body } = await calls().post('auth/signup', { ...person, password: own });
      expect(body.code).toBe('PASSWORD_TOO_COMMON');
    }
  });

  it.each(['Client-demo-1', 'Str0ng-pass-4711', 'une phrase courte'])('accepts %s', async (decent) => {
    expect((await calls().post('auth/signup', { ...somebody(), password: decent })).status).toBe(201);
  });

  it('refuses fewer than 6 characters and accepts 6', async () => {
    const short = await calls().post('auth/signup', { ...somebody(), password: 'r9&Ku' });
    expect(short).toMatchObject({
      status: 422,
      body: { fields: { password: 'Le mot de passe doit contenir au moins 6 caractères' } },
    });
    expect((await calls().post('auth/signup', { ...somebody(), password: 'r9&Ku!' })).status).toBe(201);
  });

  it.each(['https://evil.example/x', 'Win: WWW.evil.example'])('refuses the name %s', async (name) => {
    const { status, body } = await calls().post('auth/signup', { ...somebody(), first_name: name });
    expect([status, body.fields]).toEqual([422, { first_name: 'Cette valeur n’est pas valable.' }]);
  });

  it('ignores other fields of the body', async () => {
    const { body } = await calls().post<{ user: object }>('auth/signup', {
      ...somebody(),
      role: 'admin',
      status: 'inactive',
      kyc_status: 'approved',
      id: 1,
    });
    expect(body.user).toMatchObject({ role: 'user', status: 'active', kyc_status: 'pending' });
  });

  it('uses the requested language', async () => {
    const { post, headers } = calls();
    Object.assign(headers, { 'accept-language': 'en-GB,en;q=0.9' });
    const { body } = await post('auth/signup', { ...somebody(), email: 'nobody' });
    expect(body.fields).toEqual({ email: 'This email address is not valid.' });
  });

  it('is logged with the id of the call', async () => {
    const { post, headers } = calls();
    Object.assign(headers, someAddress());
    const { headers: answered, body } = await post<{ user: { id: number } }>('auth/signup', somebody());
    const lines = await database.rows('SELECT action, request_id FROM audit_log WHERE user_id = ?', [
      body.user.id,
    ]);
    expect(lines).toEqual([{ action: 'user.signed_up', request_id: answered.get('x-request-id') }]);
  });
});
