import type { AdminStats } from '../../libs/contracts/admin';
import { startBank, type Bank } from '../support/bank';
import { connectTo, newCustomer, promote, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { wellFormed, withEachNaughty } from '../support/naughty';

type Body = Record<string, unknown> & {
  users: Record<string, unknown>[];
  logs: Record<string, unknown>[];
  payments: Record<string, unknown>[];
  recent: Record<string, unknown>[];
  pagination: { page: number; limit: number; total: number; pages: number };
};

let bank: Bank;
let database: TestConnection;
let admin: SignedIn;
let elise: SignedIn;

beforeAll(async () => {
  bank = await startBank({ env: { CALLS_PER_MINUTE: '100000' } });
  database = connectTo(bank.migrationUrl);
  admin = await newCustomer(
    bank.shellUrl,
    { username: 'boss', email: 'boss@example.org' },
    { verified: 'email' },
  );
  await promote(database, admin);
  elise = await newCustomer(
    bank.shellUrl,
    {
      username: 'elise_d',
      email: 'e.duval@example.org',
      first_name: 'Élise-Anne',
      last_name: 'D’Artagnan Duval',
    },
    { verified: 'email' },
  );
  await call('POST', `${bank.shellUrl}/api/balance/update`, {
    token: elise.token,
    body: { amount: 250.5, type: 'add' },
  });
  const percent = { first_name: 'Percent', last_name: '100% sûr', username: 'percent' };
  await newCustomer(bank.shellUrl, percent, { verified: 'email' });
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

const get = (path: string, token = admin.token) =>
  call<Body>('GET', `${bank.shellUrl}/api/${path}`, { token });
const lists = ['admin/stats', 'admin/users', 'admin/logs', 'paiement'];

describe('the back-office’s lists', () => {
  it.each(lists)('%s is for administrators', async (path) => {
    expect((await get(path)).status).toBe(200);
    const refused = await get(path, elise.token);
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await get(path, '')).status).toBe(401);
  });

  it.each([
    'admin/users?role=boss',
    'admin/users?status=gone',
    'admin/users?kyc_status=verified',
    'admin/users?order=name',
    'admin/users?sort=password_hash',
    'admin/users?page=0x1',
    'admin/users?limit=1e1',
    'admin/users?limit=101',
    'admin/logs?type=debug',
    'admin/logs?user_id=0',
    'admin/logs?user_id=me',
    'admin/logs?page=0',
    'paiement?status=done',
    'paiement?stage=lost',
    'paiement?limit=x',
    'paiement?sort=iban',
  ])('refuses %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_QUERY']);
  });

  it.each([
    'admin/users?role=&status=&kyc_status=&sort=&order=&search=&page=&limit=',
    'admin/logs?type=&action=&user_id=&dateFrom=&page=',
    'admin/kyc?status=&page=',
    'admin/tickets?status=&search=',
    'admin/transactions?type=&status=&user_id=&dateOf=',
    'paiement?status=&stage=&search=&limit=',
    'notifications?filter=',
  ])('treats empty values of %s as absent', async (path) => {
    expect((await get(path)).status).toBe(200);
  });

  it.each([
    ['admin/users', 'search', 0],
    ['admin/logs', 'action', 1],
    ['paiement', 'search', 2],
  ])(
    '%s survives every search',
    async (path, name, share) => {
      await withEachNaughty(async (text) => {
        const { status } = await get(`${path}?${name}=${encodeURIComponent(wellFormed(text))}`);
        expect([text, [200, 400].includes(status)]).toEqual([text, true]);
      }, share);
    },
    60_000,
  );
});

describe('people', () => {
  const found = async (query: string) =>
    (await get(`admin/users?${query}`)).body.users.map(({ username }) => username);

  it('are listed by id with their balance and without secrets', async () => {
    const { body } = await get('admin/users?search=elise_d');
    expect(body.users).toEqual([
      {
        id: elise.id,
        email_verified: true,
        phone_verified: false,
        email: 'e.duval@example.org',
        username: 'elise_d',
        first_name: 'Élise-Anne',
        last_name: 'D’Artagnan Duval',
        phone: null,
        role: 'user',
        status: 'active',
        kyc_status: 'pending',
        kyc_submitted_at: null,
        created_at: expect.stringMatching(/Z$/) as string,
        balance: 250.5,
      },
    ]);
    const ids = (await get('admin/users')).body.users.map(({ id }) => id as number);
    expect(ids).toEqual([...ids].sort((left, right) => left - right));
  });

  it.each(['eli', 'ELISE', 'Anne', 'artagnan', 'duv', 'elise duval', 'e.duval@ex'])(
    'are found by %s',
    async (text) => {
      expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(['elise_d']);
    },
  );

  it.each(['d’artagnan duval e', 'élise-anne d’art', 'D ARTAGNAN'])(
    'are found by both names: %s',
    async (text) => {
      expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(['elise_d']);
    },
  );

  it.each(['lise', 'uval', 'elise martin'])('are not found by %s', async (text) => {
    expect(await found(`search=${encodeURIComponent(text)}`)).not.toContain('elise_d');
  });

  it('are found by their id, and by letters with a meaning in SQL', async () => {
    expect(await found(`search=${elise.id}`)).toContain('elise_d');
    expect(await found('search=100%25')).toEqual(['percent']);
    expect(await found('search=%25')).toEqual([]);
  });

  it('are filtered and paged', async () => {
    expect(await found('role=admin')).toEqual(['boss']);
    expect(await found('kyc_status=approved')).toEqual([]);
    expect(await found('kyc_status=unsent&role=admin')).toEqual([]);
    const sent = (at: string | null) =>
      database.rows('UPDATE users SET kyc_submitted_at = ? WHERE id = ?', [at, elise.id]);
    await sent('2026-11-01 10:00:00');
    const { users, pagination } = (await get('admin/users?kyc_status=unsent')).body;
    expect([users.map(({ username }) => username), pagination.total]).toEqual([['percent'], 1]);
    expect((await get('admin/stats')).body).toMatchObject({ kycUnsent: 1 });
    await sent(null);
    expect(await found('search=&role=user&status=active&limit=1&page=2')).toEqual(['percent']);
    expect((await get('admin/users?limit=2&page=2')).body.pagination).toEqual({
      page: 2,
      limit: 2,
      total: 3,
      pages: 2,
    });
  });
});

describe('people in other orders', () => {
  const sorted = async (query: string) =>
    (await get(`admin/users?${query}`)).body.users.map(({ username }) => username);

  it.each([
    ['sort=last_name', ['percent', 'boss', 'elise_d']],
    ['sort=last_name&order=desc', ['elise_d', 'boss', 'percent']],
    ['sort=first_name', ['elise_d', 'percent', 'boss']],
    ['sort=email&order=desc', ['elise_d', 'percent', 'boss']],
    ['sort=username', ['boss', 'elise_d', 'percent']],
    ['sort=created_at&order=desc', ['percent', 'elise_d', 'boss']],
    ['sort=balance', ['boss', 'percent', 'elise_d']],
    ['sort=balance&order=desc', ['elise_d', 'percent', 'boss']],
    ['sort=balance&order=desc&role=user', ['elise_d', 'percent']],
    ['sort=balance&kyc_status=pending&status=active&role=admin', ['boss']],
    ['sort=balance&search=e', ['boss', 'percent', 'elise_d']],
    ['sort=balance&kyc_status=unsent', ['percent', 'elise_d']],
    ['kyc_status=unsent&search=e', ['elise_d', 'percent']],
    ['order=desc', ['percent', 'elise_d', 'boss']],
  ])('%s', async (query, usernames) => {
    expect(await sorted(query)).toEqual(usernames);
    const pages = await Promise.all([1, 2, 3].map((page) => sorted(`${query}&limit=1&page=${page}`)));
    expect(pages.flat()).toEqual(usernames);
  });

  it.each([
    ['users_by_id', 'u.id DESC'],
    ['users_by_last_name', 'u.last_name DESC, u.first_name DESC, u.id DESC'],
    ['users_by_first_name', 'u.first_name, u.last_name, u.id'],
    ['users_by_email', 'u.email, u.id'],
    ['users_by_username', 'u.username, u.id'],
    ['users_by_creation', 'u.created_at, u.id'],
  ])('needs no sorting where it is read from %s', async (index, order) => {
    const [plan] = await database.rows(
      `EXPLAIN SELECT u.id FROM users u FORCE INDEX (${index})
       WHERE u.deleted_at IS NULL AND u.role = 'user' AND u.status = 'active' AND u.kyc_status = 'pending'
       ORDER BY ${order} LIMIT 20`,
    );
    expect(plan).toMatchObject({ key: index, Extra: expect.not.stringContaining('filesort') as string });
  });

  it('returns one person with the limits of their account', async () => {
    const answer = await get(`admin/users/${elise.id}`);
    expect(answer.body).toMatchObject({
      username: 'elise_d',
      balance: 250.5,
      limits: { transfer_limit: 10_000, withdrawal_limit: 1_000, card_limit: 3_000 },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/password|argon/);
    expect((await get('admin/users/999999')).status).toBe(404);
    expect((await get(`admin/users/${elise.id}`, elise.token)).status).toBe(403);
  });
});

describe('the activity log', () => {
  it('lists authors and actions, newest first, with the request’s id', async () => {
    const added = await call('POST', `${bank.shellUrl}/api/balance/update`, {
      token: elise.token,
      body: { amount: 1, type: 'add' },
    });
    const { body } = await get(`admin/logs?action=LEDGER&type=info&user_id=${elise.id}`);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 2, pages: 1 });
    expect(body.logs[0]).toEqual({
      id: expect.any(Number) as number,
      created_at: expect.stringMatching(/Z$/) as string,
      email: 'e.duval@example.org',
      user_id: elise.id,
      action: 'ledger.deposit',
      type: 'info',
      message: expect.stringContaining(String(added.body.reference)) as string,
      request_id: added.headers.get('x-request-id'),
    });
    expect((await get('admin/logs?action=%25')).body.logs).toEqual([]);
  });
});

describe('payments and figures', () => {
  const now = new Date();

  beforeAll(async () => {
    const [account] = await database.rows('SELECT id FROM accounts WHERE user_id = ?', [elise.id]);
    const rows = [
      ['PAY-A', 100_000, 'pending', null, null],
      ['PAY-B', 100_001, 'failed', '7.5', '["new_recipient"]'],
      ['PAY-C', 1_000_001, 'pending', '0.2', '[]'],
    ].map(([reference, amount, status, score, reasons]) => [
      reference,
      account?.id,
      amount,
      'EUR',
      'DE89370400440532013000',
      'Anne',
      'sepa_instant',
      '',
      status,
      status === 'failed' ? 'rejected' : 'awaiting_approval',
      score,
      reasons,
      elise.id,
      now,
      status === 'failed' ? now : null,
    ]);
    await database.rows(
      `INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name,
        payment_method, description, status, stage, risk_score, risk_reasons, created_by, created_at, processed_at)
       VALUES ?`,
      [rows],
    );
  });

  it('lists payments, with a summary of all regardless of the filter', async () => {
    const { body } = await get('paiement?status=pending');
    expect(body.summary).toEqual({ pending: 2, completed: 0, failed: 1, volume: 12_000.02 });
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 2, pages: 1 });
    const references = async (query: string) =>
      (await get(`paiement?status=pending&${query}`)).body.payments.map(({ reference }) => reference);
    const oldest = body.payments.map(({ reference }) => reference).reverse();
    expect(await references('sort=oldest')).toEqual(oldest);
    expect(await references('sort=oldest&search=PAY')).toEqual(oldest);
    expect(await references('sort=oldest&risk=high')).toEqual(oldest.slice(-1));
    expect(body.payments[0]).toEqual({
      id: expect.any(Number) as number,
      reference: 'PAY-C',
      amount: 10_000.01,
      currency: 'EUR',
      recipient_account: 'DE89370400440532013000',
      payment_method: 'sepa_instant',
      status: 'pending',
      created_at: now.toISOString(),
      processed_at: null,
      risk: { level: 'high', score: 0.2, reasons: [] },
      stage: 'awaiting_approval',
      decided_by: null,
      execution_date: null,
      fee: 0,
      charges: null,
      end_to_end_id: null,
      uetr: null,
      recipient_name: 'Anne',
      holder: expect.stringContaining('D’Artagnan') as string,
      user_id: elise.id,
      awaiting: null,
      first_approved_by: null,
    });
    const risks = (await get('paiement')).body.payments.map(({ risk }) => risk);
    expect(risks).toEqual([
      { level: 'high', score: 0.2, reasons: [] },
      { level: 'medium', score: 7.5, reasons: ['new_recipient'] },
      { level: 'low', score: null, reasons: [] },
    ]);
  });

  it('finds payments by their stage, and those in doubt, also among a search', async () => {
    const found = async (query: string) => {
      const { body } = await get(`paiement?${query}`);
      return [body.payments.map(({ reference }) => reference), body.pagination.total];
    };
    await database.rows(`UPDATE payments SET stage = 'queued' WHERE reference = 'PAY-C'`);
    expect(await found('stage=queued')).toEqual([['PAY-C'], 1]);
    expect(await found('stage=awaiting_approval&search=pay')).toEqual([['PAY-A'], 1]);
    expect(await found('stage=queued&status=pending')).toEqual([['PAY-C'], 1]);
    expect(await found('stage=queued&status=failed')).toEqual([[], 0]);
    expect(await found('stage=in_doubt')).toEqual([[], 0]);
    await database.rows(`UPDATE payments SET in_doubt_since = NOW(3) WHERE reference = 'PAY-C'`);
    expect(await found('stage=in_doubt')).toEqual([['PAY-C'], 1]);
    expect(await found('stage=in_doubt&status=completed')).toEqual([[], 0]);
    expect(await found('stage=in_doubt&search=pay')).toEqual([['PAY-C'], 1]);
    await database.rows(
      `UPDATE payments SET stage = 'awaiting_approval', in_doubt_since = NULL WHERE reference = 'PAY-C'`,
    );
  });

  it.each([
    ['pay-b', ['PAY-B']],
    ['\u200ePAY\u2011b\u00a0', ['PAY-B']],
    ['3704 0044', ['PAY-C', 'PAY-B', 'PAY-A']],
    ['3704\u202f0044\u200b', ['PAY-C', 'PAY-B', 'PAY-A']],
    ['de89\u00a03704-0044\u20130532', ['PAY-C', 'PAY-B', 'PAY-A']],
    ['%', []],
    ['PAY_', []],
  ])('finds payments by %s', async (search, references) => {
    const { body } = await get(`paiement?search=${encodeURIComponent(search)}`);
    expect(body.payments.map(({ reference }) => reference)).toEqual(references);
  });

  it('keeps the totals when people and payments change', async () => {
    const before = (await get('admin/stats')).body as unknown as AdminStats;
    const path = `admin/users/${elise.id}`;
    const activate = (status: string) =>
      call('POST', `${bank.shellUrl}/api/${path}/activate`, { token: admin.token, body: { status } });
    await activate('inactive');
    expect(await get('admin/stats')).toMatchObject({
      body: { totalUsers: before.totalUsers, activeAccounts: before.activeAccounts - 1 },
    });
    expect((await get('admin/users?status=inactive&sort=balance')).body).toMatchObject({
      users: [{ id: elise.id }],
      pagination: { total: 1 },
    });
    await activate('active');
    expect((await get('admin/stats')).body).toMatchObject({ activeAccounts: before.activeAccounts });
    await database.rows(
      `UPDATE payments SET status = 'failed', stage = 'rejected', processed_at = created_at WHERE reference = 'PAY-A'`,
    );
    expect((await get('paiement?status=failed')).body).toMatchObject({
      summary: { pending: 1, failed: 2, volume: 12_000.02 },
      pagination: { total: 2 },
    });
    await database.rows(
      `UPDATE payments SET status = 'pending', stage = 'awaiting_approval', processed_at = NULL WHERE reference = 'PAY-A'`,
    );
  });

  it('counts the whole bank', async () => {
    const { body } = await get('admin/stats');
    expect(body).toMatchObject({
      totalUsers: 3,
      activeAccounts: 3,
      totalBalance: 251.5,
      pendingTransactions: 2,
      completedToday: 2,
      failedToday: 1,
      // There are no submissions.
      kycPending: 0,
      kycVerified: 0,
      kycRejected: 0,
      kycUnsent: 2,
      before: { payments: 0, signUps: 0 },
    });
    expect(body.recent).toHaveLength(5);
    const dates = body.recent.map(({ date }) => String(date));
    expect(dates).toEqual([...dates].sort().reverse());
    expect(body.recent.find(({ status }) => status === 'pending')).toEqual({
      id: expect.any(Number) as number,
      user: 'Élise-Anne D’Artagnan Duval',
      type: 'virement',
      amount: -10_000.01,
      currency: 'EUR',
      status: 'pending',
      date: now.toISOString(),
    });
  });
});
