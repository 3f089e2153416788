/** @jest-environment ./tests/support/bank-environment.ts */
import { createHash, randomUUID } from 'node:crypto';
import type { Partner } from '../../libs/contracts/partners';
import type { WaitingPaymentRequest } from '../../libs/contracts/payment-requests';
import type { Rates } from '../../libs/contracts/rates';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { page, partnersOf } from './partner-fixture';
import { someAddress, statuses } from './people';

const { bank, database } = sharedBank();
let admin: SignedIn;
let customer: SignedIn;
let partner: Partner;
let key: string;
const {
  newPartner,
  keyOf,
  frame,
  send,
  apply,
  complete,
  decide,
  admin: administer,
} = partnersOf(bank, () => admin.token);

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
  customer = await newCustomer(bank.shellUrl);
  partner = await newPartner();
  key = partner.keys[0]?.key ?? '';
});

describe('the script of the tools', () => {
  it('has a version and an integrity of its own', async () => {
    const { body } = await call<{ tools: { version: string; integrity: string } }>(
      'GET',
      `${bank.embedUrl}/embed/versions.json`,
    );
    const answer = await fetch(`${bank.embedUrl}/embed/${body.tools.version}/tools.js`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const content = Buffer.from(await answer.arrayBuffer());
    expect(`sha384-${createHash('sha384').update(content).digest('base64')}`).toBe(body.tools.integrity);
    expect((await fetch(`${bank.embedUrl}/embed/${body.tools.version}/loader.js`)).status).toBe(404);
    expect((await fetch(`${bank.embedUrl}/embed/v1/tools.js`)).status).toBe(200);
  });

  it.each(['exchange', 'pay', 'application-status'])('has a frame for %s', async (widget) => {
    expect((await frame(widget, key)).status).toBe(200);
    const { token } = (await frame(widget, key)).data;
    expect((await send('opens', { partner: key, token, widget })).status).toBe(204);
  });
});

it('the rates are at the frames’ origin, as at the bank’s', async () => {
  const [own, embedded] = await Promise.all(
    [`${bank.shellUrl}/api/rates`, `${bank.embedUrl}/api/embed/rates`].map((address) =>
      call<Rates>('GET', address),
    ),
  );
  expect(embedded).toMatchObject({ status: 200, body: own?.body });
  expect((await call('GET', `${bank.embedUrl}/api/rates`)).status).toBe(404);
});

describe('the state of an application', () => {
  const state = async (application_id: string, used = key, headers: Record<string, string> = {}) => {
    const { partner: known, token } = (await frame('application-status', used)).data;
    return send<Record<string, string>>(
      'application-state',
      { partner: known, token, application_id },
      headers,
    );
  };

  it('is shown to who has its id, from the form to the decision, without anything of the person', async () => {
    const { body: applied } = await apply(`${key}:dossier-9`);
    const waiting = await state(applied.application_id);
    expect([waiting.status, waiting.body.status]).toEqual([200, 'pending']);
    const person = await complete(applied);
    expect((await state(applied.application_id)).body.status).toBe('completed');
    await database.rows('UPDATE users SET email_verified_at = UTC_TIMESTAMP(3) WHERE id = ?', [person.id]);
    expect((await decide(person.token, { status: 'approved' })).status).toBe(200);
    const { body } = await state(applied.application_id);
    expect(body.status).toBe('approved');
    expect(Object.keys(body).sort()).toEqual([
      'applicationId',
      'completedAt',
      'decidedAt',
      'startedAt',
      'status',
    ]);
  });

  it('is not found by another partner, in the other mode, or by a guess', async () => {
    const { body: applied } = await apply(key);
    const other = await newPartner('Une autre');
    const testKey = await keyOf(partner, 'test');
    const answers = await Promise.all([
      state(applied.application_id, other.keys[0]?.key),
      state(applied.application_id, testKey),
      state(randomUUID()),
    ]);
    expect(statuses(answers)).toEqual({ 404: 3 });
    expect((await state('1 OR 1=1')).status).toBe(422);
  });

  it('is given to the bank’s own frame of this widget only', async () => {
    const { body: applied } = await apply(key);
    const asked = { partner: key, application_id: applied.application_id };
    const { token } = (await frame('signup', key)).data;
    expect((await send('application-state', { ...asked, token })).status).toBe(403);
    expect((await state(applied.application_id, key, { origin: page })).status).toBe(403);
  });

  it('plays the outcomes of the test mode', async () => {
    const testKey = await keyOf(partner, 'test');
    const { body: applied } = await apply(testKey, 'refused@test.example');
    expect((await state(applied.application_id, testKey)).body.status).toBe('rejected');
  });

  it('is limited by address', async () => {
    const { token } = (await frame('application-status', key)).data;
    const address = someAddress();
    const asked = { partner: key, token, application_id: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send('application-state', asked, address)),
    );
    expect(statuses(answers)[429]).toBeGreaterThanOrEqual(8);
  });
});

describe('what a page asks to be paid', () => {
  const asked = {
    payee: 'Habitat Solidaire',
    iban: 'FR7630006000011234567890189',
    amount: '612.40',
    reference: 'Loyer 4711',
  };
  const removed = /^bank_payment_request=; Path=\/; Max-Age=0;/;
  /** The form that the frame posts; returns the browser's cookie. */
  const bring = async (changed: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const { token } = (await frame('pay', changed.partner ?? key)).data;
    const answer = await call('POST', `${bank.shellUrl}/dashboard/pay`, {
      body: new URLSearchParams({ partner: key, token, page, ...asked, ...changed }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: bank.embedUrl,
        ...someAddress(),
        ...headers,
      },
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard/pay']);
    return answer.headers.get('set-cookie') ?? undefined;
  };
  const waiting = async (cookie = '', token = customer.token) =>
    call<WaitingPaymentRequest>('GET', `${bank.shellUrl}/api/payment-request`, {
      token,
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });

  it('waits in the browser that brought it, for the person who signs in there, and is forgotten on request', async () => {
    const cookie = await bring();
    expect(cookie).toMatch(/^bank_payment_request=[\w-]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Strict/);
    expect(cookie).not.toMatch(/FR76|Habitat|Loyer/);
    const { body } = await waiting(cookie);
    expect(body.request).toMatchObject({
      partner: 'Les Deux Ponts',
      origin: page,
      payee: asked.payee,
      iban: asked.iban,
      amount: 612.4,
      reference: asked.reference,
    });
    expect((await waiting()).body).toEqual({ request: null });
    expect((await call('GET', `${bank.shellUrl}/api/payment-request`)).status).toBe(401);
    const forget = async (which: string) =>
      (
        await call('DELETE', `${bank.shellUrl}/api/payment-request${which}`, {
          token: customer.token,
          headers: { cookie: cookie?.split(';')[0] ?? '' },
        })
      ).headers.get('set-cookie');
    expect(await forget('')).toMatch(removed);
    expect(await forget(`?expires_at=${body.request?.expires_at}`)).toMatch(removed);
    // Another tab brought the next one meanwhile.
    expect(await forget('?expires_at=2026-01-01T00:00:00.000Z')).toBeNull();
  });

  it.each([
    ['a form of another page', {}, { origin: page }],
    ['a form of the bank’s own page', {}, { origin: bank.shellUrl }],
    ['a form without an origin', {}, { origin: '' }],
    ['a form in a frame', {}, { 'sec-fetch-dest': 'iframe' }],
  ])('is refused from %s', async (_what, changed, headers) => {
    expect(await bring(changed, headers as Record<string, string>)).toBeUndefined();
  });

  it.each([
    ['a page that is not on the list', { page: 'https://evil.example' }],
    ['a token of no frame', { token: 'AAAA' }],
    ['an IBAN that is none', { iban: 'FR00' }],
    ['an amount of nought', { amount: '0' }],
    ['a payee whose name turns its direction', { payee: 'A\u202Eb' }],
  ])('is refused with %s, and takes the place of what another page asked for', async (_what, changed) => {
    expect(await bring(changed)).toMatch(removed);
  });

  it('is refused with a key of the test mode, with the token of another widget, and over the limit', async () => {
    expect(await bring({ partner: await keyOf(partner, 'test') })).toMatch(removed);
    expect(await bring({ token: (await frame('signup', key)).data.token })).toMatch(removed);
    const office = someAddress();
    const cookies = await Promise.all(Array.from({ length: 40 }, () => bring({}, office)));
    expect(cookies.filter((cookie) => removed.test(cookie ?? '')).length).toBeGreaterThan(0);
  });

  it('ends with the partner’s key, and cannot be written by hand', async () => {
    const mine = await newPartner('Brève');
    const used = mine.keys[0]!;
    const cookie = await bring({ partner: used.key });
    expect((await waiting(cookie)).body.request?.partner).toBe('Brève');
    await administer('POST', `partners/${mine.id}/keys/${used.id}/revoke`);
    await until(async () => (await waiting(cookie)).body.request === null);
    const forged = Buffer.from(JSON.stringify({ ...asked, amount: 1, key, origin: page })).toString(
      'base64url',
    );
    for (const value of [forged, 'x', '', cookie!.slice(21, 60)])
      expect((await waiting(`bank_payment_request=${value}`)).body).toEqual({ request: null });
  });

  it('moves no money by itself', async () => {
    const moves = () =>
      call<{ pagination: { total: number } }>('GET', `${bank.shellUrl}/api/user/transactions`, {
        token: customer.token,
      });
    const before = (await moves()).body.pagination.total;
    expect((await waiting(await bring())).body.request).not.toBeNull();
    expect((await moves()).body.pagination.total).toBe(before);
  });
});
