/** @jest-environment ./tests/support/bank-environment.ts */
import { randomBytes, randomInt } from 'node:crypto';
import { generateSync } from 'otplib';
import { ibanWith } from '@bank/contracts/iban';
import type { Beneficiary, BeneficiaryList, PayeeVerified } from '@bank/contracts/payees';
import type { Payment } from '@bank/contracts/payments';
import { defaultPreferences } from '@bank/contracts/settings';
import { newCustomer, newPassword, type SignedIn } from '../support/customers';
import type { AskedApproval } from '../support/approvals';
import { approve, call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { statuses } from './people';
import { order, paymentCalls } from './payment-fixture';

const { bank, database } = sharedBank();
const calls = () => paymentCalls(bank.shellUrl, database);
const customer = (person: Record<string, string> = {}) => newCustomer(bank.shellUrl, person);
const ask = <Body = Record<string, unknown>>(who: SignedIn, method: string, path: string, body?: unknown) =>
  call<Body & { code?: string; fields?: Record<string, string> }>(method, `${bank.shellUrl}/api/${path}`, {
    token: who.token,
    body,
  });
const verify = async (who: SignedIn, name: string, account: string) =>
  (await ask<PayeeVerified>(who, 'POST', 'payees/verify', { name, account })).body;
const resolve = (who: SignedIn, to: string) => ask(who, 'POST', 'payees/resolve', { to });
const ibanOf = async ({ id }: SignedIn) =>
  String((await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [id]))[0]?.iban);
const french = 'FR76 3000 6000 0112 3456 7890 189';
const german = 'DE89370400440532013000';
const add = (who: SignedIn, changed: object = {}) =>
  ask<Beneficiary>(who, 'POST', 'beneficiaries', { name: 'Anne Durand', account: german, ...changed });
const bookOf = async (who: SignedIn) =>
  (await ask<BeneficiaryList>(who, 'GET', 'beneficiaries')).body.beneficiaries;

describe('the note of an entry', () => {
  const note = (who: SignedIn, id: number, label?: string) =>
    ask<Beneficiary>(who, 'PUT', `beneficiaries/${id}`, { label });

  it('is changed and removed by its customer alone; name, account and trust stay', async () => {
    const [who, other] = [await customer(), await customer()];
    const { body: entry } = await add(who, { label: 'Loyer' });
    const { status, body } = await note(who, entry.id, 'Loyer de Lyon');
    expect([status, body]).toEqual([200, { ...entry, label: 'Loyer de Lyon' }]);
    expect((await note(other, entry.id, 'Vol')).body.code).toBe('NOT_FOUND');
    const renamed = { label: 'x', name: 'Paul Martin', account: french };
    await ask(who, 'PUT', `beneficiaries/${entry.id}`, renamed);
    expect(await bookOf(who)).toEqual([{ ...entry, label: 'x' }]);
    await note(who, entry.id);
    expect(await bookOf(who)).toEqual([{ ...entry, label: null }]);
    expect((await note(who, entry.id, 'n'.repeat(61))).status).toBe(422);
  });
});

describe('the verification of payee', () => {
  it('compares with the holder of an account of this bank, whose name only a close match learns', async () => {
    const who = await customer();
    const account = await ibanOf(await customer({ first_name: 'Hélène', last_name: 'Dubreuil' }));
    expect(await verify(who, 'DUBREUIL Helene', account)).toEqual({ result: 'match' });
    expect(await verify(who, 'H. Dubreuil', account)).toEqual({
      result: 'close_match',
      name: 'Hélène Dubreuil',
    });
    expect(await verify(who, 'Hélène', account)).toEqual({ result: 'no_match' });
    expect(await verify(who, '%', account)).toEqual({ result: 'no_match' });
  });

  it('knows one’s own account, whatever name is typed', async () => {
    const who = await customer({ first_name: 'Hélène', last_name: 'Dubreuil' });
    const own = { own_account: true };
    expect(await verify(who, 'Hélène Dubreuil', await ibanOf(who))).toEqual({ result: 'match', ...own });
    expect(await verify(who, 'Compte joint', await ibanOf(who))).toEqual({ result: 'no_match', ...own });
  });

  it('is not possible for a former customer or an account that was never opened', async () => {
    const [who, former] = [await customer(), await customer()];
    const account = await ibanOf(former);
    await database.rows('UPDATE users SET deleted_at = NOW(3) WHERE id = ?', [former.id]);
    expect(await verify(who, 'Test Client', account)).toEqual({ result: 'not_possible' });
    const unopened = ibanWith('FR', '99999000010000000000000');
    expect(await verify(who, 'Test Client', unopened)).toEqual({ result: 'not_possible' });
  });

  it('asks the other bank for all others, and passes no name on but of a close match', async () => {
    const who = await customer();
    bank.rail.verifyAs(german, { result: 'close_match', name: 'Anne Durant' });
    expect(await verify(who, 'Anne Durand', german)).toEqual({ result: 'close_match', name: 'Anne Durant' });
    bank.rail.verifyAs(german, { result: 'no_match', name: 'Anne Durant' });
    expect(await verify(who, 'Paul Martin', german)).toEqual({ result: 'no_match' });
    bank.rail.verifyAs(german, { result: 'match' });
  });

  it('is limited to 20 an hour, counted by person, also of calls at once', async () => {
    const [who, other] = [await customer(), await customer()];
    const asked = await Promise.all(
      Array.from({ length: 24 }, () =>
        ask(who, 'POST', 'payees/verify', { name: 'Anne Durand', account: german }),
      ),
    );
    expect(statuses(asked)).toEqual({ 200: 20, 429: 4 });
    const refused = asked.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe('PAYEE_LIMIT_REACHED');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await verify(other, 'Anne Durand', german)).toEqual({ result: 'match' });
  });

  it('refuses an invalid IBAN beside its field', async () => {
    const { status, body } = await ask(await customer(), 'POST', 'payees/verify', {
      name: 'A',
      account: 'DE1',
    });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['account']]);
  });
});

describe('finding a payee', () => {
  it('knows a customer by every identifier, and answers with first name and initial', async () => {
    const who = await customer();
    const digits = String(randomInt(10_000_000, 99_999_999));
    const sought = await customer({ first_name: 'Hélène', last_name: 'Dubreuil', phone: `06 ${digits}` });
    const found = { kind: 'customer', recipient_id: sought.id, name: 'Hélène D.' };
    for (const to of [
      `@${sought.username}`,
      ` ${sought.email.toUpperCase()}`,
      `+33 (0)6 ${digits}`,
      await ibanOf(sought),
      String(sought.id),
    ]) {
      expect(await resolve(who, to)).toMatchObject({ status: 200, body: found });
    }
  });

  const proven = ({ id }: SignedIn) =>
    database.rows('UPDATE users SET phone_verified_at = NOW(3) WHERE id = ?', [id]);

  it('finds by a number only who proved it, however many others typed it, also when they are not to be found', async () => {
    const who = await customer();
    const phone = `+336${randomInt(10_000_000, 99_999_999)}`;
    const [owner, thief] = [await customer({ phone }), await customer({ phone, first_name: 'Thief' })];
    await proven(owner);
    const found = { kind: 'customer', recipient_id: owner.id, name: 'Test C.' };
    expect((await resolve(who, phone)).body).toEqual(found);
    await ask(owner, 'PUT', 'settings/preferences', { ...defaultPreferences, foundByPhone: false });
    expect((await resolve(who, phone)).body.code).toBe('NOT_FOUND');
    await ask(owner, 'PUT', 'settings/preferences', defaultPreferences);
    await proven(thief);
    expect((await resolve(who, phone)).body.code).toBe('NOT_FOUND');
  });

  it('marks who never proved the number or address they are found by', async () => {
    const who = await customer();
    const phone = `+336${randomInt(10_000_000, 99_999_999)}`;
    const fresh = await newCustomer(bank.shellUrl, { phone }, { verified: false });
    const found = { kind: 'customer', recipient_id: fresh.id, name: 'Test C.' };
    for (const to of [phone, fresh.email]) {
      expect((await resolve(who, to)).body).toEqual({ ...found, unverified: true });
    }
    for (const to of [`@${fresh.username}`, String(fresh.id), await ibanOf(fresh)]) {
      expect((await resolve(who, to)).body).toEqual(found);
    }
    await proven(fresh);
    await database.rows('UPDATE users SET email_verified_at = NOW(3) WHERE id = ?', [fresh.id]);
    for (const to of [phone, fresh.email]) expect((await resolve(who, to)).body).toEqual(found);
  });

  it('reads an account of another bank, with its bank where that is known', async () => {
    const who = await customer();
    expect((await resolve(who, german.toLowerCase())).body).toEqual({
      kind: 'outside',
      account: german,
      bank: 'Commerzbank',
    });
    expect((await resolve(who, french)).body).toMatchObject({ kind: 'outside', bank: null });
  });

  it('does not find unknown, inactive, deleted people, nor those who share a telephone number', async () => {
    const who = await customer();
    const phone = `07${randomInt(10_000_000, 99_999_999)}`;
    const [inactive, former] = [await customer({ phone }), await customer({ phone })];
    expect((await resolve(who, phone)).status).toBe(404);
    await database.rows(`UPDATE users SET status = 'inactive' WHERE id = ?`, [inactive.id]);
    await database.rows('UPDATE users SET deleted_at = NOW(3) WHERE id = ?', [former.id]);
    const gone = [inactive.username, former.username].map((name) => `@${name}`);
    for (const to of [
      ...gone,
      phone,
      inactive.email,
      String(former.id),
      '4294967295',
      '@%',
      'Paul',
      "' OR 1",
    ]) {
      expect([to, (await resolve(who, to)).body.code]).toEqual([to, 'NOT_FOUND']);
    }
  });

  it('excludes customers who have switched it off, except by the other ways', async () => {
    const who = await customer();
    const phone = `07${randomInt(10_000_000, 99_999_999)}`;
    const sought = await customer({ phone });
    const choose = (chosen: object) =>
      ask(sought, 'PUT', 'settings/preferences', { ...defaultPreferences, ...chosen });
    expect((await choose({ foundByEmail: false })).body).toMatchObject({ foundByEmail: false });
    expect((await resolve(who, sought.email)).status).toBe(404);
    expect((await resolve(who, phone)).status).toBe(200);
    const { foundByEmail: _email, foundByPhone: _phone, ...earlier } = defaultPreferences;
    expect((await ask(sought, 'PUT', 'settings/preferences', earlier)).body).toMatchObject({
      foundByEmail: false,
      foundByPhone: true,
    });
    await choose({ foundByEmail: true, foundByPhone: false });
    expect((await resolve(who, phone)).status).toBe(404);
    expect((await resolve(who, sought.email)).status).toBe(200);
    expect((await resolve(who, `@${sought.username}`)).status).toBe(200);
  });

  it('is limited to 30 an hour', async () => {
    const who = await customer();
    const asked = await Promise.all(Array.from({ length: 32 }, () => resolve(who, '@nobody-at-all')));
    expect(statuses(asked)).toEqual({ 404: 30, 429: 2 });
  });
});

describe('the address book', () => {
  it('keeps accounts of other banks, notifies their owner, and removes them', async () => {
    const who = await customer();
    const { status, body } = await add(who, { account: 'de89 3704 0044 0532 0130 00', label: 'Loyer' });
    expect([status, body]).toMatchObject([
      201,
      { name: 'Anne Durand', account: german, bic: null, country: 'DE', currency: 'EUR', label: 'Loyer' },
    ]);
    const american = { bic: 'chasus33', account_number: '1234 567-890', country: 'us' };
    expect((await add(who, { account: american, currency: 'USD' })).body).toMatchObject({
      account: '1234567-890',
      bic: 'CHASUS33',
      country: 'US',
      currency: 'USD',
      trusted: true,
    });
    const beside = { account: undefined, ...american, account_number: '1234567-891' };
    expect((await add(who, beside)).body).toMatchObject({ account: '1234567-891', bic: 'CHASUS33' });
    expect(await bookOf(who)).toHaveLength(3);
    const { notifications } = (
      await calls().get<{ notifications: { type: string; message: string }[] }>(who, 'notifications')
    ).body;
    expect(notifications.filter(({ message }) => message.startsWith('Anne Durand'))).toHaveLength(3);
    expect((await ask(who, 'DELETE', `beneficiaries/${body.id}`)).status).toBe(204);
    expect((await ask(who, 'DELETE', `beneficiaries/${body.id}`)).status).toBe(404);
    expect(await bookOf(who)).toHaveLength(2);
  });

  it.each([
    ['no account', { account: undefined }, 400, ['account']],
    ['a wrong IBAN', { account: 'DE00' }, 422, ['account']],
    ['a wrong BIC', { account: { bic: 'X', account_number: '1', country: 'US' } }, 422, ['account.bic']],
    [
      'a wrong BIC beside the name',
      { account: undefined, bic: 'X', account_number: '1', country: 'US' },
      422,
      ['account.bic'],
    ],
    [
      'a country with IBANs',
      { account: { bic: 'CHASDEFX', account_number: '1', country: 'DE' } },
      422,
      ['account.country'],
    ],
    ['a blank name', { name: ' ' }, 422, ['name']],
  ])('refuses %s', async (_what, changed, status, fields) => {
    const refused = await add(await customer(), changed);
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([status, fields]);
  });

  it('refuses an account of this bank, and one that it holds already', async () => {
    const [who, other] = [await customer(), await customer()];
    expect((await add(who, { account: await ibanOf(other) })).body.code).toBe('RECIPIENT_IN_THIS_BANK');
    for (const bic of ['BPCSFRPPXXX', 'bpcsfrpp', 'BPCSFRPP001']) {
      const account = { bic, account_number: '1234567890', country: 'US' };
      expect((await add(who, { account })).body.code).toBe('RECIPIENT_IN_THIS_BANK');
    }
    const added = await Promise.all([add(who), add(who), add(who)]);
    expect(statuses(added)).toEqual({ 201: 1, 409: 2 });
  });

  it('is kept in a currency that the bank has, and a missing account is not a wrong one', async () => {
    const who = await customer();
    for (const currency of ['XXX', 'BGN']) {
      expect(await add(who, { currency })).toMatchObject({ status: 422, body: { code: 'INVALID_FIELDS' } });
    }
    expect((await add(who, { currency: '' })).body.currency).toBe('EUR');
    expect(await add(who, { account: undefined })).toMatchObject({
      status: 400,
      body: { fields: { account: 'Ce champ est obligatoire.' } },
    });
    expect(await add(who, { account: 5 })).toMatchObject({
      status: 400,
      body: { fields: { account: 'Cette valeur n’est pas du bon type.' } },
    });
    expect(await add(who, { account: { bic: 'CHASUS33', country: 'US' } })).toMatchObject({
      status: 422,
      body: { fields: { account: 'Cette valeur n’est pas valable.' } },
    });
  });

  it('adds once for calls with one key, and answers each', async () => {
    const who = await customer();
    const key = { 'idempotency-key': randomBytes(8).toString('hex') };
    const added = await Promise.all(
      [1, 2, 3].map(() =>
        call<Beneficiary>('POST', `${bank.shellUrl}/api/beneficiaries`, {
          token: who.token,
          headers: key,
          body: { name: 'Anne Durand', account: german },
        }),
      ),
    );
    expect(statuses(added)).toEqual({ 201: 3 });
    expect(new Set(added.map(({ body }) => body.id)).size).toBe(1);
  });

  it('needs an approval: a stolen session alone, with the password too, adds no payee', async () => {
    const who = await customer();
    const { secret } = (await ask<{ secret: string }>(who, 'POST', 'settings/2fa/setup', {})).body;
    const code = () => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
    await ask(who, 'POST', 'settings/2fa/enable', { code: code(), password: newPassword });
    const body = { name: 'Anne Durand', account: german };
    const url = `${bank.shellUrl}/api/beneficiaries`;
    const asked = await call<{ approval: AskedApproval }>('POST', url, { token: who.token, body });
    expect(asked).toMatchObject({ status: 403, body: { approval: { methods: ['totp'] } } });
    expect((await add(who, { currentPassword: newPassword })).status).toBe(403);
    expect(await bookOf(who)).toEqual([]);
    await database.rows('UPDATE two_factor SET last_step = last_step - 10 WHERE user_id = ?', [who.id]);
    const token = await approve(url, who.token, asked.body.approval.id, { method: 'totp', code: code() });
    const headers = { 'X-Approval': token };
    expect((await call('POST', url, { token: who.token, body, headers })).status).toBe(201);
  });

  it('is nobody else’s', async () => {
    const [who, other] = [await customer(), await customer()];
    const { id } = (await add(who)).body;
    expect((await ask(other, 'DELETE', `beneficiaries/${id}`)).status).toBe(404);
    expect(await bookOf(other)).toEqual([]);
    expect(await bookOf(who)).toHaveLength(1);
  });
});

describe('a payment to a beneficiary', () => {
  const pay = (who: SignedIn, changed: object) => {
    const { recipient_account: _account, recipient_name: _name, ...rest } = order;
    return ask<{ payment: Pick<Payment, 'id' | 'recipient_account' | 'created_at'> }>(
      who,
      'POST',
      'paiement',
      {
        ...rest,
        ...changed,
      },
    );
  };

  it('takes account and name from the address book, which notes the use', async () => {
    const who = await calls().customer(500);
    const { id } = (await add(who)).body;
    const paid = await pay(who, { beneficiary_id: id });
    expect([paid.status, paid.body.payment.recipient_account]).toEqual([201, german]);
    const [row] = await database.rows('SELECT recipient_name FROM payments WHERE created_by = ?', [who.id]);
    expect(row?.recipient_name).toBe('Anne Durand');
    expect((await bookOf(who))[0]?.last_used_at).toEqual(expect.any(String));
    expect((await pay(who, { beneficiary_id: id, recipient_account: german })).status).toBe(201);
  });

  it('counts as the last one until it is cancelled', async () => {
    const who = await calls().customer(500);
    const { id } = (await add(who)).body;
    const execution_date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const planned = await pay(who, { beneficiary_id: id, execution_date });
    const [entry] = await bookOf(who);
    expect(entry?.last_used_at).toBe(planned.body.payment.created_at);
    const cancelled = await ask(who, 'POST', `user/payments/${planned.body.payment.id}/cancel`, {});
    expect(cancelled.status).toBe(200);
    expect(await bookOf(who)).toEqual([{ ...entry, last_used_at: null }]);
  });

  it('is listed by its last payment, whatever older servers noted', async () => {
    const who = await calls().customer(500);
    const older = (await add(who)).body;
    const newer = (await add(who, { account: 'FR7630006000011234567890189', name: 'Zoé Martin' })).body;
    await database.rows(`UPDATE beneficiaries SET last_used_at = '2024-01-02' WHERE id = ?`, [older.id]);
    await pay(who, { beneficiary_id: newer.id });
    expect((await bookOf(who)).map(({ id }) => id)).toEqual([newer.id, older.id]);
  });

  it('refuses another account, an entry of somebody else, one without IBAN, and a method that does not reach it', async () => {
    const [who, other] = [await calls().customer(500), await customer()];
    const { id } = (await add(who)).body;
    const conflict = await pay(who, { beneficiary_id: id, recipient_account: french });
    expect([conflict.status, Object.keys(conflict.body.fields ?? {})]).toEqual([422, ['recipient_account']]);
    const theirs = (await add(other)).body.id;
    expect((await pay(who, { beneficiary_id: theirs })).status).toBe(404);
    const american = { bic: 'CHASUS33', account_number: '1', country: 'US' };
    const foreign = (await add(who, { account: american })).body.id;
    expect((await pay(who, { beneficiary_id: foreign })).body.fields).toHaveProperty('payment_method');
    const tunisian = (await add(who, { account: 'TN5910006035183598478831' })).body.id;
    expect((await pay(who, { beneficiary_id: tunisian })).body.fields).toHaveProperty('payment_method');
    expect((await pay(who, {})).body.fields).toEqual({
      recipient_account: expect.any(String) as string,
      recipient_name: expect.any(String) as string,
    });
    expect((await calls().fundsOf(who))[1]).toBe(0);
  });
});
