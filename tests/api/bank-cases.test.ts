/** @jest-environment ./tests/support/bank-environment.ts */
import { newCustomer, type NewCustomer, newPassword, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
let marie: NewCustomer;
let clerk: NewCustomer;

interface Case {
  id: number;
  version: number;
  kind: string;
  state: string;
  decision: string | null;
  way: string | null;
  code?: string;
  links: { type: string; id: number }[];
  entries: { kind: string; by: string; text: string }[];
  cases: { id: number }[];
  people: { id: number; by: string; detail: string }[];
  payment: { id: number };
}
const api = (who: SignedIn, method: string, route: string, body?: unknown, headers = {}) =>
  call<Case>(method, `${bank.shellUrl}/api/${route}`, { token: who.token, body, headers });
/** A name of the built-in sanctions list. */
const listed = async (who: SignedIn = marie) => {
  const { body } = await api(who, 'POST', 'paiement', {
    amount: 40,
    currency: 'EUR',
    recipient_account: 'FR7630006000011234567890189',
    recipient_name: 'Octave Malendroit',
    payment_method: 'sepa_transfer',
    description: 'Dû',
  });
  return body.payment.id;
};
const caseOf = async (paymentId: number) => {
  const rows = await database.rows('SELECT id FROM cases WHERE cause = ?', [`payment:${paymentId}`]);
  expect(rows).toHaveLength(1);
  return (await api(clerk, 'GET', `admin/cases/${rows[0]?.id}`)).body;
};

beforeAll(async () => {
  [marie, clerk] = (await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)])) as [
    NewCustomer,
    NewCustomer,
  ];
  await promote(database, clerk);
  await api(marie, 'POST', 'balance/update', { amount: 500, type: 'add' });
});

it('a payment to a listed name opens a hold that ends with the decision about the payment', async () => {
  const id = await listed();
  const opened = await caseOf(id);
  expect(opened).toMatchObject({ kind: 'hold', state: 'open', way: 'elsewhere' });
  expect(opened.links).toEqual([expect.objectContaining({ type: 'payment', id })]);
  expect(opened.entries).toEqual([
    expect.objectContaining({
      kind: 'opened',
      by: 'bank',
      text: expect.stringContaining('sanctions') as string,
    }),
  ]);
  const decision = { decision: 'refused', reason: 'Non.', version: opened.version };
  const decided = await api(clerk, 'POST', `admin/cases/${opened.id}/decision`, decision);
  expect(decided.body.code).toBe('CASE_ELSEWHERE');
  expect((await api(clerk, 'POST', 'paiement/reject', { payment_id: id })).status).toBe(200);
  const ended = await caseOf(id);
  expect(ended).toMatchObject({ state: 'decided', decision: 'refused' });
  expect(ended.entries.at(-1)).toMatchObject({ kind: 'decision', by: 'bank' });
});

it('is never shown to the customer, and ends when they cancel the payment', async () => {
  const id = await listed();
  const { id: caseId } = await caseOf(id);
  expect((await api(marie, 'GET', 'user/cases')).body.cases).toEqual([]);
  expect((await api(marie, 'GET', `user/cases/${caseId}`)).status).toBe(404);
  const words = new FormData();
  words.append('text', 'Laissez-le passer');
  expect((await api(marie, 'POST', `user/cases/${caseId}/messages`, words)).status).toBe(404);
  const message = await api(clerk, 'POST', `admin/cases/${caseId}/messages`, { text: 'Qui est-ce ?' });
  expect(message.body.code).toBe('CASE_INTERNAL');
  expect((await api(clerk, 'POST', `admin/cases/${caseId}/notes`, { text: 'À rappeler' })).status).toBe(201);
  const told = await database.rows(`SELECT id FROM events WHERE user_id = ? AND type = 'case'`, [marie.id]);
  expect(told).toEqual([]);
  expect((await api(marie, 'POST', `user/payments/${id}/cancel`)).status).toBe(200);
  expect((await caseOf(id)).decision).toBe('refused');
});

it('is no case for its customer as a member of staff, who would learn of it', async () => {
  const own = await newCustomer(bank.shellUrl);
  await api(own, 'POST', 'balance/update', { amount: 500, type: 'add' });
  const { id, version } = await caseOf(await listed(own));
  await promote(database, own);
  const [file] = await database.rows(
    `INSERT INTO case_files (case_id, entry_id, name, size, media_type, sha256, file, created_at)
     SELECT case_id, id, 'a.pdf', 1, 'application/pdf', RANDOM_BYTES(32), ?, created_at FROM case_entries WHERE case_id = ?
     RETURNING id`,
    [`own-case-${id}`, id],
  );
  const missing = { status: 404, body: { code: 'NOT_FOUND' } };
  for (const route of ['', '/relations', `/files/${file?.id}`])
    expect([route, await api(own, 'GET', `admin/cases/${id}${route}`)]).toMatchObject([route, missing]);
  for (const [method, route, body] of [
    ['PUT', 'assignee', { assignee: 'me', version }],
    ['POST', 'messages', { text: 'Bonjour' }],
    ['POST', 'notes', { text: 'Vu' }],
    ['POST', 'refund', { act: 'pay', reason: 'Oui', version }],
    ['POST', 'decision', { decision: 'accepted', reason: 'Oui', version }],
  ] as const) {
    const answer = await api(own, method, `admin/cases/${id}/${route}`, body);
    expect([route, answer]).toMatchObject([route, missing]);
  }
});

it('shows people with the same browser, payee and address, and no case about the reader', async () => {
  const [near, far] = await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)]);
  const street = `${marie.id} rue du Même`;
  const moved = (userId: number, address: string) =>
    database.rows(
      `INSERT INTO kyc_submissions (user_id, first_name, last_name, birth_date, address, submitted_at, status)
       VALUES (?, 'Test', 'Client', '1990-01-01', ?, UTC_TIMESTAMP(3), 'superseded')`,
      [userId, address],
    );
  await Promise.all([moved(marie.id, street), moved(near.id, street), moved(far.id, `${street} bis`)]);
  const payee = (userId: number, account: string) =>
    database.rows(
      `INSERT INTO beneficiaries (user_id, name, account, country, currency, created_at)
       VALUES (?, 'Garage', ?, 'DE', 'EUR', UTC_TIMESTAMP(3))`,
      [userId, account],
    );
  const iban = `DE89${String(marie.id).padStart(18, '0')}`;
  await Promise.all([payee(marie.id, iban), payee(near.id, iban), payee(clerk.id, iban)]);
  const signIn = (person: typeof near, cookie = '') =>
    call('POST', `${bank.shellUrl}/api/auth/login`, {
      body: { username: person.username, password: newPassword },
      headers: { cookie },
    });
  const browserOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
    /known_device=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0];
  const lent = browserOf(await signIn(marie));
  const [, , forged] = await Promise.all([
    signIn(near, lent),
    signIn(marie),
    signIn(far, lent?.replace(/[^.]+$/, 'forged')),
  ]);
  expect(forged.status).toBe(200);
  const { id } = await caseOf(await listed());
  await database.rows(
    `INSERT INTO cases (reference, kind, topic, user_id, due_at, created_at)
     VALUES (?, 'finding', 'account', ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    [`OWN-${clerk.id}`, clerk.id],
  );
  const [own] = await database.rows('SELECT id FROM cases WHERE reference = ?', [`OWN-${clerk.id}`]);
  const link = (caseId: number | string | undefined) =>
    database.rows(`INSERT INTO case_links (case_id, type, target_id, label) VALUES (?, 'account', 1, '')`, [
      caseId,
    ]);
  await Promise.all([link(id), link(own?.id)]);
  const { body } = await api(clerk, 'GET', `admin/cases/${id}/relations`);
  const of = (kind: string) => body.people.filter(({ by }) => by === kind);
  expect(of('device').map((each) => each.id)).toEqual([near.id]);
  expect(of('address')).toEqual([expect.objectContaining({ id: near.id, detail: street })]);
  expect(of('payee')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: near.id }),
      expect.objectContaining({ id: clerk.id }),
    ]),
  );
  const related = body.cases.map((each) => each.id);
  expect(related.length).toBeGreaterThan(0);
  expect(related).not.toContain(Number(own?.id));
  expect((await api(marie, 'GET', `admin/cases/${id}/relations`)).status).toBe(403);
});
