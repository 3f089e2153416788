/** @jest-environment ./tests/support/bank-environment.ts */
import type { IncidentList, StaffIncident } from '../../libs/contracts/incidents';
import type { RailState } from '../../libs/contracts/rail-state';
import type { Status } from '../../libs/contracts/status';
import { newCustomer, promote, type NewCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { logLines } from '../support/log-lines';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { paymentCalls } from './payment-fixture';

const { bank, database } = sharedBank();
let clerk: NewCustomer;
let colleague: NewCustomer;
let customer: NewCustomer;

interface Refused {
  code?: string;
  fields?: Record<string, string>;
}
const api = <Body = StaffIncident & Refused>(
  who: SignedIn,
  method: string,
  route: string,
  body?: unknown,
  headers = {},
) => call<Body>(method, `${bank.backOfficeUrl}/api/${route}`, { token: who.token, body, headers });
const status = async () => (await call<Status>('GET', `${bank.shellUrl}/api/status`)).body;
const form = (name: string, rest: object = {}) => ({
  severity: 'medium',
  title_fr: `Lenteurs ${name}`,
  title_en: `Slowness ${name}`,
  components: [],
  ...rest,
});
const opened = async (name: string, rest: object = {}) =>
  (await api(clerk, 'POST', 'admin/incidents', form(name, rest))).body;

beforeAll(async () => {
  [clerk, colleague, customer] = await Promise.all([
    newCustomer(bank.shellUrl),
    newCustomer(bank.shellUrl),
    newCustomer(bank.shellUrl),
  ]);
  await Promise.all([promote(database, clerk), promote(database, colleague)]);
});

it('is opened by a person once, worked on, made public in both languages, and closed with a report', async () => {
  const first = await opened('A', { text: 'Vu au support.' });
  expect(first).toMatchObject({
    kind: 'by_hand',
    state: 'open',
    title: { fr: 'Lenteurs A', en: 'Slowness A' },
    is_public: false,
    owner: null,
    affected: null,
  });
  expect(first.entries).toMatchObject([{ kind: 'opened', text: 'Vu au support.', public: null }]);
  const twice = await api(colleague, 'POST', 'admin/incidents', form('A'));
  expect([twice.status, twice.body.code]).toEqual([409, 'INCIDENT_OPEN']);
  expect((await status()).open.map(({ id }) => id)).not.toContain(first.id);

  const path = `admin/incidents/${first.id}`;
  const taken = await api(clerk, 'PUT', `${path}/owner`, { owner: 'me', version: first.version });
  expect(taken.body.owner?.id).toBe(clerk.id);
  const late = await api(colleague, 'PUT', `${path}/owner`, { owner: 'me', version: taken.body.version });
  expect([late.status, late.body.code]).toEqual([409, 'INCIDENT_TAKEN']);
  const stale = await api(clerk, 'PUT', path, {
    severity: 'high',
    state: 'identified',
    version: first.version,
  });
  expect([stale.status, stale.body.code]).toEqual([409, 'INCIDENT_CHANGED']);
  const changed = await api(clerk, 'PUT', path, {
    severity: 'high',
    state: 'identified',
    version: taken.body.version,
  });

  const line = {
    title_fr: '<b>Virements</b>',
    title_en: 'Transfers',
    text_fr: 'Nous savons.',
    text_en: 'We know.',
  };
  const both = { ...line, components: ['payments'], version: changed.body.version };
  expect((await api(clerk, 'POST', `${path}/public`, { ...both, components: [] })).status).toBe(422);
  const published = await api(clerk, 'POST', `${path}/public`, both, {
    'idempotency-key': `public-${first.id}`,
  });
  const again = await api(clerk, 'POST', `${path}/public`, both, { 'idempotency-key': `public-${first.id}` });
  expect(again.body).toEqual(published.body);
  expect(published.body.affected).toEqual(expect.any(Number));
  await until(async () => (await status()).open.some(({ id }) => id === first.id));
  const seen = await status();
  const found = seen.open.find(({ id }) => id === first.id);
  expect(found).toMatchObject({
    title: { fr: '<b>Virements</b>' },
    lines: [{ text: { fr: 'Nous savons.', en: 'We know.' } }],
  });
  expect(found?.lines).toHaveLength(1);
  expect(seen.components.find(({ name }) => name === 'payments')).toMatchObject({ state: 'down' });

  const closed = await api(clerk, 'POST', `${path}/close`, {
    text: 'Cause et suites.',
    version: published.body.version,
  });
  expect(closed.body).toMatchObject({ state: 'closed', closed_at: expect.any(String) as string });
  expect(closed.body.entries.map(({ kind }) => kind)).toEqual([
    'opened',
    'taken',
    'severity',
    'state',
    'public',
    'closed',
  ]);
  const over = await api(clerk, 'POST', `${path}/close`, { text: 'Encore.', version: closed.body.version });
  expect([over.status, over.body.code]).toEqual([409, 'INCIDENT_CLOSED']);
  await until(async () => (await status()).past.some(({ id }) => id === first.id));
  expect(JSON.stringify(await status())).not.toContain('Cause et suites');
  expect((await opened('A')).id).not.toBe(first.id);
  const lines = await logLines(database, `action LIKE 'incident.%' AND user_id = ?`, [clerk.id]);
  expect(lines.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'incident.opened_by_hand',
      'incident.taken',
      'incident.published',
      'incident.closed',
    ]),
  );
});

it('concerns each payer once, and for instant payments only their payers', async () => {
  const [instant, all] = [
    await opened('I', { components: ['instant'] }),
    await opened('P', { components: ['payments'] }),
  ];
  const calls = paymentCalls(bank.shellUrl, database);
  const [one, other] = [await calls.customer(100), await calls.customer(100)];
  for (const who of [one, one, other]) await calls.pay(who, { amount: 5 });
  await calls.pay(other, { amount: 5, payment_method: 'sepa_instant' });
  const closed = await Promise.all(
    [instant, all].map(({ id, version }) =>
      api(clerk, 'POST', `admin/incidents/${id}/close`, { text: 'Fin.', version }),
    ),
  );
  expect(closed.map(({ body }) => body.affected)).toEqual([1, 2]);
});

it('shows its title on the page of the rail, in the reader’s language', async () => {
  const { id } = await opened('R');
  for (const [language, subject] of [
    ['fr', 'Lenteurs R'],
    ['en', 'Slowness R'],
  ] as const) {
    const { body } = await api<RailState>(clerk, 'GET', 'admin/rail', undefined, {
      'accept-language': language,
    });
    expect(body.incidents.find((each) => each.id === id)).toMatchObject({ kind: 'by_hand', subject });
  }
});

it('is opened once by twenty calls at the same moment', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api(clerk, 'POST', 'admin/incidents', form('at once'))),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201, 409]));
});

it('is not for customers, and changed by operations and owners only', async () => {
  const { id, version } = await opened('B');
  expect((await api(customer, 'GET', 'admin/incidents')).status).toBe(403);
  const support = await newCustomer(bank.shellUrl);
  await promote(database, support, ['support']);
  expect((await api(support, 'GET', `admin/incidents/${id}`)).status).toBe(200);
  const close = await api(support, 'POST', `admin/incidents/${id}/close`, { text: 'x', version });
  expect([close.status, close.body.code]).toEqual([403, 'OUTSIDE_ROLES']);
  expect((await api(support, 'POST', 'admin/incidents', form('C'))).status).toBe(403);
});

it('lists open incidents, by owner and severity', async () => {
  const { id } = await opened('D', { severity: 'low' });
  const ids = async (query: string) =>
    (await api<IncidentList>(clerk, 'GET', `admin/incidents?limit=100&${query}`)).body.incidents.map(
      (each) => each.id,
    );
  expect(await ids('severity=low')).toContain(id);
  expect(await ids('severity=high')).not.toContain(id);
  expect(await ids('mine=free')).toContain(id);
  expect(await ids('mine=mine')).not.toContain(id);
  expect(await ids('state=closed')).not.toContain(id);
});

it('shows the state of the bank to every site, the same for everybody and for a short time', async () => {
  const answer = await call<Status>('GET', `${bank.shellUrl}/api/status`, {
    headers: { origin: 'https://other.example' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=2');
  expect(answer.body.components.map(({ name }) => name)).toEqual([
    'site',
    'sign_in',
    'payments',
    'instant',
    'cards',
    'texts',
  ]);
  expect(Object.keys(answer.body.open[0] ?? { id: 0 })).not.toContain('subject');
});

it('is readable as a page without a script, in both languages, with the incident of last month', async () => {
  const read = async (query: string) => (await fetch(`${bank.shellUrl}/status${query}`)).text();
  const [french, english] = [await read(''), await read('?lang=en')];
  expect(french).toContain('<h3>Virements vers les autres banques ralentis</h3>');
  expect(english).toContain('<h3>Payments to other banks were slow</h3>');
  expect(english).toContain('<span>The clearing house answers again. The waiting payments have left.</span>');
  expect(french).not.toContain('changement de certificat');
  expect(french).toMatch(/data-headline="(ok|disturbed|down)"/);
  const chosen = await fetch(`${bank.shellUrl}/status`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ language: 'en' }),
    headers: { origin: bank.shellUrl },
  });
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/status']);
});
