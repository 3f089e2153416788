import { startBank, type Bank } from '../support/bank';
import { connectTo, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { outboxOf, untilThereAre } from '../support/outbox';
import { callsFrom, password, statuses } from './people';

let bank: Bank;
let database: TestConnection;

beforeAll(async () => {
  bank = await startBank({ env: { TRUST_PROXY: '1' } });
  database = await connectTo(bank.migrationUrl);
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

async function person() {
  const own = callsFrom(bank.shellUrl);
  const signedUp = await own.signUp();
  const put = (route: string, body: unknown) =>
    call('PUT', `${bank.shellUrl}/api/settings/${route}`, {
      ...{ body, headers: own.headers, token: signedUp.access_token },
    });
  const get = (route: string) => own.get(`settings/${route}`, signedUp.access_token);
  const change = (currentPassword: string, newPassword: string, confirmPassword = newPassword) =>
    own.post('settings/password', { currentPassword, newPassword, confirmPassword }, signedUp.access_token);
  return { ...signedUp, own, put, get, change };
}

/** The first mail to an address, as soon as there is one. */
async function mailTo(address: string): Promise<string> {
  const [mail] = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', `To: ${address}`));
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
}

const address = {
  phone: '+33 6 39 98 10 02',
  address: '12 rue des Lilas',
  city: 'Paris',
  postalCode: '75011',
  country: 'France',
};

describe('the profile', () => {
  it('starts with what sign-up knows, and keeps what is saved', async () => {
    const { email, get, put, own, access_token } = await person();
    expect((await get('profile')).body).toEqual({
      ...{ firstName: 'Élodie', lastName: 'Martin', email, phone: '' },
      ...{ address: '', city: '', postalCode: '', country: '' },
    });
    const profile = { firstName: 'Élo', lastName: 'Martin-Roy', email, ...address };
    expect(await put('profile', profile)).toMatchObject({ status: 200, body: profile });
    expect(await put('profile', { ...profile, city: 'Lyon' })).toMatchObject({ body: { city: 'Lyon' } });
    expect((await get('profile')).body).toEqual({ ...profile, city: 'Lyon' });
    const me = await own.get('auth/me', access_token);
    expect(me.body).toMatchObject({ first_name: 'Élo', last_name: 'Martin-Roy', phone: address.phone });
  });

  it('requires every field', async () => {
    const { put, email } = await person();
    const { status, body } = await put('profile', {
      firstName: 'É',
      lastName: '',
      email,
      ...address,
      city: ' ',
    });
    expect({ status, fields: Object.keys(body.fields as object) }).toEqual({
      status: 422,
      fields: ['lastName', 'city'],
    });
    expect((await put('profile', { firstName: 'É' })).status).toBe(400);
  });

  it('moves to a free e-mail address, tells the old one, and refuses one that is taken', async () => {
    const mine = await person();
    const other = await person();
    const profile = { firstName: 'Élodie', lastName: 'Martin', ...address };
    expect(await mine.put('profile', { ...profile, email: other.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', fields: { email: 'Cette adresse e-mail est déjà utilisée.' } },
    });
    const email = `new-${mine.email}`;
    expect((await mine.put('profile', { ...profile, email })).status).toBe(200);
    expect((await mine.own.signIn(email)).status).toBe(200);
    expect((await mine.own.signIn(mine.email)).status).toBe(401);
    expect(await mailTo(mine.email)).toContain('Subject:');
    const rows = await database.rows('SELECT text_key FROM notifications WHERE user_id = ?', [mine.id]);
    expect(rows).toContainEqual({ text_key: 'email_changed' });
  });
});

describe('the preferences', () => {
  it('have defaults and are kept', async () => {
    const { get, put } = await person();
    const defaults = {
      ...{ emailNotifications: true, smsNotifications: false, pushNotifications: false },
      ...{ transactionAlerts: true, securityAlerts: true, marketingEmails: false },
    };
    expect((await get('preferences')).body).toEqual(defaults);
    const chosen = { ...defaults, smsNotifications: true, securityAlerts: false };
    expect(await put('preferences', chosen)).toMatchObject({ status: 200, body: chosen });
    expect((await get('preferences')).body).toEqual(chosen);
    expect((await put('preferences', { ...chosen, marketingEmails: 'yes' })).status).toBe(400);
  });

  it('switch the alerts of a type off', async () => {
    const { put, own, access_token, change } = await person();
    const everything = {
      ...{ emailNotifications: true, smsNotifications: true, pushNotifications: true },
      ...{ transactionAlerts: true, securityAlerts: false, marketingEmails: true },
    };
    await put('preferences', everything);
    expect((await change(password, 'another-long-enough')).status).toBe(204);
    expect((await own.get('notifications', access_token)).body).toEqual({ notifications: [], unread: 0 });
  });
});

describe('a password change', () => {
  it('ends every other session, mails and notifies', async () => {
    const { own, email, access_token, change } = await person();
    const { body: other } = await own.signIn(email);
    expect((await change(password, 'another-long-enough')).status).toBe(204);
    expect(await own.me(access_token)).toBe(200);
    expect(await own.me(other.access_token)).toBe(401);
    expect((await own.refresh(other.refresh_token)).status).toBe(401);
    expect((await own.signIn(email)).status).toBe(401);
    expect((await own.signIn(email, 'another-long-enough')).status).toBe(200);
    expect(await mailTo(email)).toContain('Subject:');
    expect((await own.get('notifications', access_token)).body).toMatchObject({
      notifications: [{ type: 'security', title: 'Mot de passe modifié' }],
    });
  });

  it('says what is wrong in the words of the specification', async () => {
    const { change } = await person();
    expect((await change(password, 'short')).body).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { newPassword: 'Le mot de passe doit contenir au moins 8 caractères' },
    });
    expect((await change(password, 'long-enough-1', 'long-enough-2')).body).toMatchObject({
      fields: { confirmPassword: 'Les mots de passe ne correspondent pas' },
    });
    expect(await change(password, 'password1')).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_TOO_COMMON' },
    });
  });

  it('counts a wrong current password like a wrong sign-in', async () => {
    const { own, email, change } = await person();
    const answers = [];
    for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await change('wrong', 'another-long-one'));
    expect(answers[0]).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_WRONG', fields: { currentPassword: 'Le mot de passe actuel est incorrect.' } },
    });
    expect(statuses(answers)).toEqual({ 422: 5, 429: 1 });
    expect((await own.signIn(email)).status).toBe(429);
  });
});
