import { generateSync } from 'otplib';
import { startBank, type Bank } from '../support/bank';
import { connectTo, type TestConnection } from '../support/customers';
import { Authenticator } from '../support/authenticator';
import { passkeyCalls } from './passkey-fixture';
import { password } from './people';

/** A bank without the demonstration: see the shared bank for administrators of that. */
let bank: Bank;
let database: TestConnection;

beforeAll(async () => {
  bank = await startBank({ env: { TRUST_PROXY: '1', LOG_LEVEL: 'error' } });
  database = connectTo(bank.migrationUrl);
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

const required = { status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } };

/** An administrator whose session was opened by a password alone. */
async function administrator() {
  const own = passkeyCalls(bank.shellUrl);
  const who = await own.signUp();
  await database.rows(`UPDATE users SET role = 'admin', staff_roles = 'owner' WHERE id = ?`, [who.id]);
  return { own, who, token: who.access_token };
}

it('lets an administrator without a second factor do nothing but add one', async () => {
  const { own, token } = await administrator();
  for (const path of ['admin/users', 'admin/logs', 'solde', 'settings/profile', 'auth/sessions']) {
    expect([path, await own.get(path, token)]).toMatchObject([path, required]);
  }
  expect(await own.post('balance/update', { amount: 5, type: 'add' }, token)).toMatchObject(required);
  expect((await own.get('auth/me', token)).body).toMatchObject({ second_factor_required: true });
  const { added } = await own.add(token);
  expect(added.status).toBe(200);
  expect((await own.get('admin/users', token)).status).toBe(200);
  expect((await own.get('auth/me', token)).body).not.toHaveProperty('second_factor_required');
});

it('requires an enrolled passkey: a password alone adds no other factor', async () => {
  const { own, who, token } = await administrator();
  const { authenticator } = await own.add(token);
  const { body: weak } = await own.signIn(who.email);
  expect(weak.user).toMatchObject({ second_factor_required: true });
  const stolen = weak.access_token;
  expect(await own.get('admin/users', stolen)).toMatchObject(required);
  expect(await own.options({}, stolen)).toMatchObject(required);
  const { body: strong } = await own.options({}, token);
  expect(await own.verify(new Authenticator(bank.shellUrl).make(strong), stolen)).toMatchObject(required);
  expect(await own.post('settings/2fa/setup', { password }, stolen)).toMatchObject(required);
  expect(await own.post('settings/2fa/enable', { code: '123456', password }, stolen)).toMatchObject(required);
  const [{ id } = { id: '' }] = await database.rows('SELECT id FROM passkeys WHERE user_id = ?', [who.id]);
  expect(await own.remove(`settings/passkeys/${id}`, stolen)).toMatchObject(required);
  const { body: signedIn } = await own.signInBy(authenticator);
  expect(signedIn.user).not.toHaveProperty('second_factor_required');
  expect((await own.get('admin/users', signedIn.access_token)).status).toBe(200);
});

it('accepts the codes of an application, now and at the next sign-in', async () => {
  const { own, who, token } = await administrator();
  const { body: setup } = await own.post<{ secret: string }>('settings/2fa/setup', { password }, token);
  const code = generateSync({ secret: setup.secret });
  expect((await own.post('settings/2fa/enable', { code }, token)).status).toBe(200);
  expect((await own.get('admin/users', token)).status).toBe(200);
  await database.rows('UPDATE two_factor SET last_step = NULL WHERE user_id = ?', [who.id]);
  const { body: challenge } = await own.signIn(who.email);
  const { body } = await own.post<{ access_token: string }>('auth/2fa', {
    mfa_token: challenge.mfa_token,
    code: generateSync({ secret: setup.secret }),
  });
  expect((await own.get('admin/users', body.access_token)).status).toBe(200);
});

it('applies to a customer from the moment they become an administrator', async () => {
  const own = passkeyCalls(bank.shellUrl);
  const who = await own.signUp();
  expect((await own.get('solde', who.access_token)).status).toBe(200);
  await database.rows(`UPDATE users SET role = 'admin', staff_roles = 'owner' WHERE id = ?`, [who.id]);
  expect(await own.get('solde', who.access_token)).toMatchObject(required);
});
