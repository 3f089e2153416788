import { atLength, longIt } from '../support/at-length';
import { startBank, type Bank } from '../support/bank';
import { connectTo, newCustomer, promote, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';

interface LogList {
  logs: { id: number; created_at: string; message: string; action: string; request_id: string | null }[];
  pagination: { total: number; pages: number };
  code?: string;
}

let bank: Bank;
let database: TestConnection;
let admin: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  bank = await startBank({ env: { CALLS_PER_MINUTE: '100000' } });
  database = connectTo(bank.migrationUrl);
  admin = await newCustomer(bank.shellUrl);
  customer = await newCustomer(bank.shellUrl);
  await promote(database, admin);
});

afterAll(async () => {
  await database.end();
  await bank.stop();
});

const list = (query: string, headers: Record<string, string> = {}) =>
  call<LogList>('GET', `${bank.shellUrl}/api/admin/logs${query}`, { token: admin.token, headers });
const take = (query: string, token = admin.token, headers: Record<string, string> = {}) =>
  call<string>('GET', `${bank.shellUrl}/api/admin/logs/export${query}`, { token, headers });

const write = (lines: [at: string, action: string, message: string][]) =>
  database.rows('INSERT INTO audit_log (created_at, action, type, message) VALUES ?', [
    lines.map(([at, action, message]) => [at, action, 'info', message]),
  ]);
const messages = async (query: string, headers: Record<string, string> = {}) =>
  (await list(query, headers)).body.logs.map(({ message }) => message);

it('filters by Paris days, both inclusive, newest first regardless of the order of writing', async () => {
  await write([
    ['2025-03-09 23:00:00.000', 'test.day', 'first moment of the 10th'],
    ['2025-03-11 22:59:59.999', 'test.day', 'last moment of the 11th'],
    ['2025-03-11 23:00:00.000', 'test.day', 'the 12th'],
    ['2025-03-09 22:59:59.999', 'test.day', 'the 9th'],
  ]);
  expect(await messages('?action=test.day')).toEqual([
    'the 12th',
    'last moment of the 11th',
    'first moment of the 10th',
    'the 9th',
  ]);
  expect(await messages('?dateFrom=2025-03-10&dateTo=2025-03-11')).toEqual([
    'last moment of the 11th',
    'first moment of the 10th',
  ]);
  expect(await messages('?action=est.DA&dateFrom=&dateTo=2025-03-09')).toEqual(['the 9th']);
  expect(await messages('?action=est.DA&dateFrom=1000-01-01&dateTo=9999-12-31')).toHaveLength(4);
  expect(await messages('?action=no.such.action')).toEqual([]);
  for (const query of ['?dateFrom=yesterday', '?dateTo=2025-02-30', '?since=2025-03-10']) {
    expect((await list(query)).body.code).toBe('INVALID_QUERY');
  }
});

it('is exported completely and in order, and the export is logged', async () => {
  const lines = Array.from({ length: 2_300 }, (_, at): [string, string, string] => [
    `2024-05-0${1 + (at % 3)} 10:00:00.000`,
    'test.export',
    at === 7 ? '=cmd()' : `line ${at}`,
  ]);
  await write(lines);
  const { status, headers, body } = await take('?format=csv&action=test.export&dateTo=2024-05-31');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="logs-\d{4}-\d\d-\d\d\.csv"$/);
  const [head, ...rows] = body
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  expect(head).toBe('Date;Identifiant de l’utilisateur;E-mail;Action;Type;Message;Requête');
  expect(rows).toHaveLength(lines.length);
  expect(new Set(rows).size).toBe(lines.length);
  const dates = rows.map((row) => row.slice(0, 10));
  expect(dates).toEqual([...dates].sort().reverse());
  expect(rows[0]).toBe('2024-05-03 12:00:00;;;test.export;info;line 2297;');
  expect(body).toContain(";'=cmd();");
  const [line] = (await list(`?action=logs.exported&user_id=${admin.id}`)).body.logs;
  expect(line).toMatchObject({
    message: 'Journal exporté (2300 lignes).',
    request_id: headers.get('x-request-id'),
  });
  const english = await take('?format=csv&action=test.export', admin.token, { 'accept-language': 'en' });
  expect(english.body.split('\r\n')[0]).toMatch(/Date,User ID,Email,Action,Type,Message,Request$/);
});

it('is in the language of the reader, whether a line stores facts or an old sentence', async () => {
  const at = '2025-06-02 10:00:00.000';
  const legs = [
    { sum: '-1,00 EUR', account: 7 },
    { sum: '+1,00 EUR', account: 8 },
  ];
  await database.rows('INSERT INTO audit_log (created_at, action, type, text, params) VALUES ?', [
    [
      [at, 'test.reader', 'info', 'user.changed_why', JSON.stringify({ id: 7, reason: 'a {id} $& «»' })],
      [at, 'test.reader', 'info', 'movement.transfer', JSON.stringify({ reference: 'TR-1', legs })],
      [at, 'test.reader', 'info', 'session.opened', null],
      [at, 'test.reader', 'info', 'text.of_tomorrow', '{}'],
    ],
  ]);
  await write([
    [at, 'test.reader', 'Carte •••• 4242 bloquée.'],
    [at, 'test.reader', 'Une phrase d’avant.'],
  ]);
  const french = [
    'Utilisateur 7 modifié. Motif : a {id} $& «»',
    'Virement TR-1 : \u22121,00\u00a0EUR sur le compte 7, +1,00\u00a0EUR sur le compte 8',
    'Connexion.',
    'text.of_tomorrow',
    'Carte •••• 4242 bloquée.',
    'Une phrase d’avant.',
  ].reverse();
  const english = [
    'User 7 changed. Reason: a {id} $& «»',
    'Transfer TR-1: \u22121.00\u00a0EUR on account 7, +1.00\u00a0EUR on account 8',
    'Sign-in.',
    'text.of_tomorrow',
    'Card •••• 4242 blocked.',
    'Une phrase d’avant.',
  ].reverse();
  expect(await messages('?action=test.reader')).toEqual(french);
  expect(await messages('?action=test.reader', { 'accept-language': 'en' })).toEqual(english);
  const file = async (headers: Record<string, string>) =>
    (await take('?format=csv&action=test.reader', admin.token, headers)).body;
  for (const sentence of french) expect(await file({})).toContain(sentence);
  for (const sentence of english) expect(await file({ 'accept-language': 'en' })).toContain(sentence);
});

it('is exported for administrators only, in one format, which need not be named', async () => {
  const filters = 'action=test.export&dateTo=2024-05-31';
  const unnamed = await take(`?${filters}`);
  expect(unnamed.status).toBe(200);
  expect(unnamed.body).toBe((await take(`?format=csv&${filters}`)).body);
  expect((await take('?format=csv', customer.token)).status).toBe(403);
  expect((await take('?format=csv', '')).status).toBe(401);
  expect((await take('?format=pdf')).status).toBe(400);
  expect((await take('?format=csv&page=2')).status).toBe(400);
});

/** More than a list counts; in the long run also more than one file may contain. */
const many = atLength(1_000_000, 12_500);

describe('very many lines', () => {
  beforeAll(async () => {
    await database.rows(
      `INSERT INTO audit_log (created_at, user_id, email, action, type, message)
       SELECT '2023-01-01' + INTERVAL seq * ${1_000_000 / many} MINUTE, 1 + seq % 300, NULL, CONCAT('grown.', seq % 40),
         IF(seq % ${many / 10} = 0, 'error', IF(seq % 20 = 0, 'warning', 'info')), CONCAT('line ', seq)
       FROM seq_1_to_${many}`,
    );
  }, 240_000);

  it.each([
    '',
    '?page=50',
    '?type=error',
    '?type=warning',
    '?type=info&action=grown.3',
    '?action=grown',
    '?action=user.signed',
    '?user_id=7',
    '?user_id=101&type=error',
    '?dateFrom=2023-05-01&dateTo=2023-05-01',
    '?dateFrom=2023-01-01&dateTo=2024-10-01&type=info',
    '?dateFrom=2023-01-01&type=error',
  ])('are read quickly: %s', async (query) => {
    await list(query);
    const before = performance.now();
    const { body } = await list(query);
    const took = performance.now() - before;
    expect(body.logs.length).toBeGreaterThan(0);
    expect(body.pagination.total).toBeLessThanOrEqual(10_000);
    expect({ query, fast: took < 3_000 }).toEqual({ query, fast: true });
  });

  longIt('are too many for one file', async () => {
    expect(await take('?format=csv&action=grown')).toMatchObject({
      status: 422,
      headers: expect.anything() as Headers,
    });
  });
});
