/** @jest-environment ./tests/support/bank-environment.ts */
import {
  approveIdentity,
  newCustomer,
  type NewCustomer,
  newPassword,
  promote,
  type SignedIn,
} from '../support/customers';
import { call } from '../support/http';
import { pdfFile } from '../support/identity-files';
import { outboxOf } from '../support/outbox';
import { sharedBank } from '../support/shared-bank';
import { untilThereAre } from '../support/until';
import { newIban } from './payment-fixture';

const { bank, database } = sharedBank();
const fresh = () => newCustomer(bank.shellUrl, {}, { verified: false });
const ask = <Body = Record<string, unknown>>(method: string, path: string, who?: SignedIn, body?: unknown) =>
  call<Body>(method, `${bank.shellUrl}/api/${path}`, { ...(who && { token: who.token }), body });
const me = async (who: SignedIn) => (await ask('GET', 'auth/me', who)).body;
const mailed = (email: string, wanted: number) =>
  untilThereAre(wanted, () => outboxOf(bank.dataDir, 'eml', email, { verifications: true }));
const linkIn = (mail: string | undefined) => /#token=verify\.([\w-]+)/.exec(mail ?? '')?.[1] ?? '';
const verify = (token: string) => ask('POST', 'auth/email/verify', undefined, { token });
const refusedLink = { status: 422, body: { code: 'EMAIL_LINK_INVALID' } };

describe('an e-mail address', () => {
  it('is verified by the link that the sign-up mails, once', async () => {
    const who = await fresh();
    expect(await me(who)).toMatchObject({ email_verified: false, phone_verified: false });
    const [mail = ''] = await mailed(who.email, 1);
    expect(mail).toContain('Bienvenue chez Bank PCS');
    const token = linkIn(mail);
    const [stored] = await database.rows(
      'SELECT LOWER(HEX(token_hash)) AS hash FROM email_verifications WHERE user_id = ?',
      [who.id],
    );
    expect(stored?.hash).not.toContain(Buffer.from(token).toString('hex').slice(0, 16));
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      204,
      ...Array.from({ length: 7 }, () => 422),
    ]);
    expect(await me(who)).toMatchObject({ email_verified: true });
    expect(await verify(token)).toMatchObject(refusedLink);
  });

  it('that staff replaced is verified without a welcome, whatever became of the identity, and gets no other mail before', async () => {
    const who = await newCustomer(bank.shellUrl);
    const staff = await newCustomer(bank.shellUrl);
    await promote(database, staff);
    await database.rows('UPDATE users SET identity_approved_at = NULL WHERE id = ?', [who.id]);
    const { body } = await ask<Record<string, unknown>>('GET', `admin/users/${who.id}`, staff);
    const email = `new-${who.email}`;
    const { first_name, last_name, username } = body;
    const changed = { email, first_name, last_name, username, phone: '' };
    expect((await ask('PUT', `admin/users/${who.id}`, staff, changed)).status).toBe(200);
    const told = () => outboxOf(bank.dataDir, 'eml', `To: ${who.email}`);
    expect(await untilThereAre(1, told)).toEqual([
      expect.stringContaining(`vient d’être remplacée par ${email}`) as string,
    ]);
    const settled = `SELECT 1 FROM notifications WHERE user_id = ? AND text_key = 'email_changed' AND deliver_at IS NULL`;
    await untilThereAre(1, () => database.rows(settled, [who.id]));
    expect(await outboxOf(bank.dataDir, 'eml', `To: ${email}`)).toEqual([]);
    const { body: session } = await call<{ access_token: string }>(
      'POST',
      `${bank.shellUrl}/api/auth/login`,
      {
        body: { username: email, email, password: newPassword },
      },
    );
    const again = { token: session.access_token };
    expect((await call('POST', `${bank.shellUrl}/api/auth/email/resend`, again)).status).toBe(202);
    const mails = await mailed(email, 2);
    for (const mail of mails) {
      expect(mail).toContain('est maintenant l’adresse e-mail de votre compte Bank PCS');
      expect(mail).not.toContain('Bienvenue');
    }
    expect((await verify(linkIn(mails[1]))).status).toBe(204);
  });

  it('that a stranger may have typed is mailed no text of theirs', async () => {
    const who = await newCustomer(bank.shellUrl, { first_name: 'evil.example' }, { verified: false });
    const [mail = ''] = await mailed(who.email, 1);
    expect(mail).toContain('Bonjour,');
    expect(mail).not.toContain('evil.example');
    const payee = { name: 'https://evil.example/prize', account: newIban() };
    const asked = { token: who.token, body: payee, approve: false };
    expect((await call('POST', `${bank.shellUrl}/api/beneficiaries`, asked)).status).toBe(403);
    await ask('POST', 'auth/password/forgot', undefined, { email: who.email });
    const mails = await untilThereAre(2, () => outboxOf(bank.dataDir, 'eml', who.email));
    expect(mails.filter((each) => each.includes('de confiance'))).toHaveLength(1);
    for (const each of mails) expect(each).not.toContain('evil.example');
  });

  it('is verified by all that the link has after its sign, too', async () => {
    const who = await fresh();
    const [mail] = await mailed(who.email, 1);
    expect((await verify(`verify.${linkIn(mail)}`)).status).toBe(204);
    expect(await me(who)).toMatchObject({ email_verified: true });
  });

  it('is not verified by an expired, replaced, foreign or invented link, nor by one to an earlier address', async () => {
    const who = await fresh();
    const first = linkIn((await mailed(who.email, 1))[0]);
    expect((await ask('POST', 'auth/email/resend', who)).status).toBe(202);
    const second = linkIn((await mailed(who.email, 2))[1]);
    expect(await verify(first)).toMatchObject(refusedLink);
    expect(await verify('x'.repeat(43))).toMatchObject(refusedLink);
    await database.rows('UPDATE users SET email = ? WHERE id = ?', [`other-${who.email}`, who.id]);
    expect(await verify(second)).toMatchObject(refusedLink);
    await database.rows('UPDATE users SET email = ? WHERE id = ?', [who.email, who.id]);
    await database.rows('UPDATE email_verifications SET expires_at = UTC_TIMESTAMP(3) WHERE user_id = ?', [
      who.id,
    ]);
    expect(await verify(second)).toMatchObject(refusedLink);
    expect(await me(who)).toMatchObject({ email_verified: false });
  });

  it('gets one link of a call that is repeated, and another one of a new call', async () => {
    const who = await fresh();
    const first = linkIn((await mailed(who.email, 1))[0]);
    const repeated = () =>
      call('POST', `${bank.shellUrl}/api/auth/email/resend`, {
        token: who.token,
        headers: { 'Idempotency-Key': 'the-same-link' },
      });
    expect((await Promise.all([repeated(), repeated()])).map(({ status }) => status)).toEqual([202, 202]);
    expect((await repeated()).status).toBe(202);
    const links = await database.rows('SELECT 1 FROM email_verifications WHERE user_id = ?', [who.id]);
    expect(links).toHaveLength(2);
    expect((await ask('POST', 'auth/email/resend', who)).status).toBe(202);
    const mails = await mailed(who.email, 3);
    expect(mails).toHaveLength(3);
    expect(await verify(first)).toMatchObject(refusedLink);
    expect((await verify(linkIn(mails.at(-1)))).status).toBe(204);
  });

  it('gets six links an hour at most, also when asked twenty times at once', async () => {
    const who = await fresh();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask('POST', 'auth/email/resend', who)),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(4);
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe('TOO_MANY_REQUESTS');
  });

  it('is no longer verified when an administrator changes it, and the new one gets a link', async () => {
    const [who, admin] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
    await promote(database, admin);
    const email = `new-${who.email}`;
    const body = { ...personOf(who), email, kyc_status: 'approved' };
    expect((await ask('PUT', `admin/users/${who.id}`, admin, body)).status).toBe(200);
    expect((await verify(linkIn((await mailed(email, 1))[0]))).status).toBe(204);
  });

  it('keeps an identity file from being decided until it is verified', async () => {
    const [who, admin] = [await fresh(), await newCustomer(bank.shellUrl)];
    await promote(database, admin);
    const form = new FormData();
    const fields = { firstName: 'Test', lastName: 'Client', birthDate: '1990-05-17', address: '1 rue A' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('documents', new Blob([new Uint8Array(pdfFile())]), 'a.pdf');
    expect((await ask('POST', 'kyc', who, form)).status).toBe(201);
    const [row] = await database.rows('SELECT id FROM kyc_submissions WHERE user_id = ?', [who.id]);
    const decide = (status: string) =>
      ask('POST', `admin/kyc/${row?.id}/review`, admin, { status, reason: 'Motif' });
    for (const status of ['approved', 'rejected']) {
      expect(await decide(status)).toMatchObject({ status: 409, body: { code: 'KYC_EMAIL_UNVERIFIED' } });
    }
    const shown = () => ask('GET', `admin/kyc/${row?.id}`, admin);
    expect(await shown()).toMatchObject({ body: { email_verified: false } });
    await verify(linkIn((await mailed(who.email, 1))[0]));
    expect(await shown()).toMatchObject({ body: { email_verified: true } });
    expect((await decide('approved')).status).toBe(200);
    expect((await ask<{ balance: object }>('GET', 'solde', who)).body.balance).toMatchObject({
      level: 'full',
    });
  });
});

describe('a telephone number', () => {
  const owner = async () => {
    const who = await newCustomer(bank.shellUrl);
    const number = `+336399${String(10_000 + (who.id % 90_000))}`;
    await database.rows('UPDATE users SET phone = ? WHERE id = ?', [number, who.id]);
    return { who, number };
  };
  const send = (who: SignedIn) => ask('POST', 'settings/phone/code', who);
  const codeTo = (number: string) =>
    /\d{6}/.exec(bank.rail.telephones.textsTo(number).at(-1)?.text ?? '')?.[0] ?? '';
  const enter = (who: SignedIn, code: string) => ask('POST', 'settings/phone/verify', who, { code });
  const wrong = { status: 422, body: { code: 'PHONE_CODE_INVALID' } };
  const other = (code: string) => (code === '000000' ? '111111' : '000000');

  it('is verified by the code that is sent to it, once, and no longer when it changes', async () => {
    const { who, number } = await owner();
    expect((await send(who)).status).toBe(202);
    const code = codeTo(number);
    expect(await enter(who, other(code))).toMatchObject(wrong);
    expect((await enter(who, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(204);
    expect(await me(who)).toMatchObject({ phone_verified: true });
    await database.rows('UPDATE users SET phone = ? WHERE id = ?', [
      `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`,
      who.id,
    ]);
    expect(await me(who)).toMatchObject({ phone_verified: false });
    expect(await enter(who, code)).toMatchObject(wrong);
  });

  it('bears five wrong tries, also of twenty at once, and no code of another person', async () => {
    const [{ who, number }, thief] = [await owner(), await owner()];
    await send(who);
    const code = codeTo(number);
    await database.rows('UPDATE users SET phone = ? WHERE id = ?', [number, thief.who.id]);
    expect(await enter(thief.who, code)).toMatchObject(wrong);
    const tries = await Promise.all(Array.from({ length: 20 }, () => enter(who, other(code))));
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(20);
    expect(await enter(who, code)).toMatchObject(wrong);
    expect((await send(who)).status).toBe(202);
    expect((await enter(who, codeTo(number))).status).toBe(204);
  });

  it('gets five codes an hour at most, from all accounts, and none that has expired counts', async () => {
    const [{ who, number }, second] = [await owner(), await owner()];
    await database.rows('UPDATE users SET phone = ? WHERE id = ?', [number, second.who.id]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(who)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(await send(second.who)).toMatchObject({ status: 429 });
    await database.rows('UPDATE phone_codes SET expires_at = UTC_TIMESTAMP(3) WHERE user_id = ?', [who.id]);
    expect(await enter(who, codeTo(number))).toMatchObject(wrong);
  });

  it('gets one code of a call that is repeated, and another one of a new call', async () => {
    const { who, number } = await owner();
    const path = `${bank.shellUrl}/api/settings/phone/code`;
    const repeated = () =>
      call('POST', path, { token: who.token, headers: { 'Idempotency-Key': 'the-same-call' } });
    const sent = () => bank.rail.telephones.textsTo(number).length;
    expect((await Promise.all([repeated(), repeated()])).map(({ status }) => status)).toEqual([202, 202]);
    expect((await repeated()).status).toBe(202);
    expect(sent()).toBe(1);
    await send(who);
    expect(sent()).toBe(2);
  });

  it('that no message reaches gets no code', async () => {
    const who = await newCustomer(bank.shellUrl);
    expect(await send(who)).toMatchObject({ status: 422, body: { code: 'INVALID_FIELDS' } });
  });
});

describe('another name', () => {
  const phone = '+33 6 39 98 10 02';
  const save = (who: NewCustomer, firstName: string, lastName: string) =>
    ask('PUT', 'settings/profile', who, {
      firstName,
      lastName,
      email: who.email,
      phone,
      address: '1 rue A',
      city: 'Paris',
      postalCode: '75001',
      country: 'France',
    });
  const level = async (who: SignedIn) =>
    (await ask<{ balance: { level: string } }>('GET', 'solde', who)).body.balance.level;

  it('asks for the identity again, of a person and by an administrator; accents and case do not', async () => {
    const [who, admin] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
    await promote(database, admin);
    const rename = (last_name: string) =>
      ask('PUT', `admin/users/${who.id}`, admin, { ...personOf(who), last_name, kyc_status: 'approved' });
    expect((await rename('CLIÉNT')).status).toBe(200);
    expect(await level(who)).toBe('full');
    expect((await rename('Autre')).status).toBe(200);
    expect([await level(who), (await me(who)).kyc_status]).toEqual(['limited', 'pending']);
    await approveIdentity(bank.shellUrl, who);
    await database.rows('UPDATE users SET phone = ? WHERE id = ?', [phone, who.id]);
    expect((await save(who, 'Test', 'Encore')).status).toBe(200);
    expect([await level(who), (await me(who)).kyc_status]).toEqual(['limited', 'pending']);
    const told = await database.rows('SELECT text_key FROM notifications WHERE user_id = ?', [who.id]);
    expect(told.filter(({ text_key }) => text_key === 'identity_name_changed')).toHaveLength(2);
  });

  it('while a file waits takes it back, unless the file was sent in that name', async () => {
    const [who, admin] = [
      await newCustomer(bank.shellUrl, {}, { verified: 'email' }),
      await newCustomer(bank.shellUrl),
    ];
    await promote(database, admin);
    await database.rows('UPDATE users SET phone = ? WHERE id = ?', [phone, who.id]);
    const form = new FormData();
    const fields = { firstName: 'Test', lastName: 'Mariée', birthDate: '1990-05-17', address: '1 rue A' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('documents', new Blob([new Uint8Array(pdfFile())]), 'a.pdf');
    expect((await ask('POST', 'kyc', who, form)).status).toBe(201);
    const waiting = async () => {
      const sql = 'SELECT id, status FROM kyc_submissions WHERE user_id = ?';
      const [file] = await database.rows(sql, [who.id]);
      return file;
    };
    expect((await save(who, 'TEST', 'mariee')).status).toBe(200);
    expect(await waiting()).toMatchObject({ status: 'pending' });
    expect((await save(who, 'Paul', 'Noir')).status).toBe(200);
    const file = await waiting();
    expect(file).toMatchObject({ status: 'superseded' });
    const decided = await ask('POST', `admin/kyc/${file?.id}/review`, admin, { status: 'approved' });
    expect(decided).toMatchObject({ status: 409, body: { code: 'KYC_NOT_PENDING' } });
    expect(await me(who)).toMatchObject({ kyc_status: 'pending', kyc_submitted_at: null });
  });
});

const personOf = ({ email, username }: NewCustomer) => ({
  email,
  username,
  first_name: 'Test',
  last_name: 'Client',
  phone: '',
  role: 'user',
  status: 'active',
});
