import type { AdminTransactionList } from '@bank/contracts/admin-transactions';
import type { CardPurchaseList } from '@bank/contracts/card-purchases';
import { addDays } from '@bank/contracts/days';
import { demonstrationPeople } from '@bank/contracts/demo';
import type { RailState } from '@bank/contracts/rail-state';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { longIt } from '../support/at-length';
import { startBank, type Bank } from '../support/bank';
import { connectTo, demonstrationPerson, type TestConnection } from '../support/customers';
import { createDatabase } from '../support/database';
import { call } from '../support/http';
import { runCommand } from '../support/server';

let bank: Bank;
let database: TestConnection;

beforeAll(async () => {
  bank = await startBank({ seed: true });
  database = connectTo(bank.migrationUrl);
}, 300_000);

afterAll(async () => {
  await database.end();
  await bank.stop();
});

const count = async (from: string) =>
  Number((await database.rows(`SELECT COUNT(*) AS n FROM ${from}`))[0]?.n);
const distinct = async (columns: string, from: string) =>
  (await database.rows(`SELECT DISTINCT ${columns} FROM ${from} ORDER BY ${columns}`)).map(Object.values);

describe('the demonstration data', () => {
  // First: a sign-in notifies its person.
  it('notifies nobody: leaves no pending event or notification', async () => {
    expect(await count('events')).toBe(0);
    expect(await count('notifications')).toBeGreaterThan(100);
    expect(await count('notifications WHERE deliver_at IS NOT NULL')).toBe(0);
  });

  it('has the named people in the order of their ids, able to sign in', async () => {
    const signedIn = await Promise.all(
      demonstrationPeople.map(({ username }) => demonstrationPerson(bank.shellUrl, username)),
    );
    expect(signedIn.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  it('has 200 more customers, active and inactive, with unique names', async () => {
    const customers = `users WHERE role = 'user' AND id > ${demonstrationPeople.length}`;
    expect(await count(customers)).toBe(200);
    expect((await distinct('first_name, last_name', customers)).length).toBe(200);
    expect(await distinct('status', customers)).toEqual([['active'], ['inactive']]);
  });

  it('has 5 000 transactions over the last year, and none in the future', async () => {
    expect(await count('transfers')).toBeGreaterThanOrEqual(5_000);
    const months = await distinct(`DATE_FORMAT(created_at, '%Y-%m')`, 'transfers');
    expect(months.length).toBeGreaterThanOrEqual(12);
    const outside =
      'transfers WHERE created_at > UTC_TIMESTAMP(3) OR created_at < UTC_TIMESTAMP() - INTERVAL 1 YEAR';
    expect(await count(outside)).toBe(0);
    // Each account's entries are in chronological order.
    const backwards = `(SELECT created_at, LAG(created_at) OVER (PARTITION BY account_id ORDER BY id) AS previous
      FROM entries) chain WHERE created_at < previous`;
    expect(await count(backwards)).toBe(0);
  });

  it('counts as many transactions of a period as its pages list', async () => {
    const { token } = await demonstrationPerson(bank.shellUrl, 'admin');
    const to = addDays(parisDay(new Date()), -2);
    const period = `limit=100&dateFrom=${addDays(to, -13)}&dateTo=${to}`;
    for (const filter of ['', '&type=transfer', '&type=incoming']) {
      const pageOf = (page: number) =>
        call<AdminTransactionList>(
          'GET',
          `${bank.shellUrl}/api/admin/transactions?${period}${filter}&page=${page}`,
          { token },
        );
      const { total, pages } = (await pageOf(1)).body.pagination;
      const { transactions } = (await pageOf(pages)).body;
      expect((pages - 1) * 100 + transactions.length).toBe(total);
      expect(transactions).not.toEqual([]);
    }
  });

  it('has 60 payments, 25 of them pending, some of high risk, none about to expire', async () => {
    expect(await count('payments')).toBe(60);
    expect(await count(`payments WHERE status = 'pending'`)).toBe(25);
    expect(await distinct('status', 'payments')).toEqual([['pending'], ['completed'], ['failed']]);
    for (const status of ['pending', 'completed'])
      expect(await count(`payments WHERE amount > 1000000 AND status = '${status}'`)).toBeGreaterThan(0);
    const raised = 'accounts WHERE user_id IS NOT NULL AND transfer_limit > 1000000';
    expect(await count(raised)).toBe(2);
    expect(await count(`holds WHERE state = 'held' AND expires_at < UTC_TIMESTAMP() + INTERVAL 5 DAY`)).toBe(
      0,
    );
  });

  it('has 15 scheduled debits, none of them due, and one with refused runs', async () => {
    expect(await count('scheduled_payments')).toBe(15);
    const runs = await distinct('status', 'scheduled_payment_runs');
    expect(runs).toEqual([['completed'], ['failed']]);
    const due = 'scheduled_payments WHERE next_run <= UTC_DATE() - INTERVAL 1 DAY';
    expect(await count(due)).toBe(0);
  });

  it('has cards in every status and type and of both brands', async () => {
    expect(await distinct('status', 'cards')).toEqual([['active'], ['blocked'], ['inactive']]);
    expect(await distinct('type', 'cards')).toEqual([['standard'], ['premium'], ['elite']]);
    expect(await distinct('brand', 'cards')).toEqual([['VISA'], ['Mastercard']]);
    expect((await distinct('`virtual`', 'cards')).length).toBe(2);
  });

  it('has verifications in every state, and people without one', async () => {
    const states = await distinct('status', 'kyc_submissions');
    expect(states).toEqual([['pending'], ['approved'], ['rejected']]);
    expect(await count('users WHERE kyc_submitted_at IS NULL')).toBeGreaterThan(0);
    const untold = `kyc_submissions s JOIN users u ON u.id = s.user_id AND u.kyc_status <> s.status`;
    expect(await count(untold)).toBe(0);
    expect(await count('documents')).toBe(await count('kyc_submissions'));
  });

  it('has support messages in every state and both languages, with answers', async () => {
    expect(await distinct('status', 'tickets')).toEqual([['open'], ['answered'], ['closed']]);
    expect(await distinct('language', `tickets WHERE status = 'open'`)).toEqual([['fr'], ['en']]);
    const unanswered = `tickets WHERE status <> 'open' AND id NOT IN (SELECT ticket_id FROM ticket_answers)`;
    expect(await count(unanswered)).toBe(0);
    expect(await count('ticket_answers WHERE mail_at IS NOT NULL')).toBe(0);
  });

  it('has two open cases, one of them taken, each with its dispute', async () => {
    expect(await distinct('state', 'cases')).toEqual([['open']]);
    expect([await count('cases'), await count('disputes')]).toEqual([2, 2]);
    expect(await count('cases WHERE assignee_id IS NOT NULL')).toBe(1);
    // Each of a purchase at the network, of which its money can be claimed back.
    const booked = `disputes d JOIN card_purchases p ON p.id = d.purchase_id AND p.cleared = p.amount`;
    expect(await count(booked)).toBe(2);
  });

  it('has every card payment at a shop of the network with its movement, for the same amount', async () => {
    const paired = `card_bookings b JOIN card_purchases p ON p.id = b.purchase_id JOIN entries e
      ON e.transfer_id = b.transfer_id AND e.account_id = b.account_id AND e.amount = -b.amount`;
    expect(await count(paired)).toBe(await count(`card_purchases WHERE state = 'booked'`));
    expect(await count(paired)).toBeGreaterThan(150);
  });

  it('has log lines of every type', async () => {
    expect(await distinct('type', 'audit_log')).toEqual([['info'], ['warning'], ['error']]);
  });

  it('owes the clearing house nothing, whose first statement begins with zero', async () => {
    const { token } = await demonstrationPerson(bank.shellUrl, 'admin');
    const { body } = await call<RailState>('GET', `${bank.backOfficeUrl}/api/admin/rail`, { token });
    expect([body.settlement_balance, body.suspense_balance]).toEqual([0, 0]);
  });

  it('is reported as present', async () => {
    const [setting] = await database.rows(`SELECT value FROM bank_settings WHERE name = 'demonstration'`);
    expect(setting?.value).toBe('yes');
  });

  it('is seeded once', async () => {
    const before = await count('entries');
    const env = { DATABASE_URL: bank.databaseUrl, DATA_DIR: bank.dataDir };
    expect(await runCommand('seed', env)).toContain('nothing was seeded');
    expect(await count('entries')).toBe(before);
  });
});

it('gives marie everything in the contract', async () => {
  const { token } = await demonstrationPerson(bank.shellUrl, 'marie');
  const get = async <Body>(path: string) =>
    (await call<Body>('GET', `${bank.shellUrl}/api/${path}`, { token })).body;
  const total = async (query: string) =>
    (await get<{ pagination: { total: number } }>(`user/transactions?${query}`)).pagination.total;
  expect(await total('')).toBeGreaterThanOrEqual(30);
  expect(await total('status=pending')).toBeGreaterThan(0);
  const { balance } = await get<{ balance: object }>('solde');
  expect(balance).toMatchObject({
    transfer_limit: 10_000,
    withdrawal_limit: 1_000,
    card_limit: 3_000,
    overdraft_limit: 500,
  });
  const { cards } = await get<{ cards: { status: string; brand: string }[] }>('carte');
  expect(new Set(cards.map(({ status }) => status))).toEqual(new Set(['active', 'blocked']));
  expect(new Set(cards.map(({ brand }) => brand))).toEqual(new Set(['VISA', 'Mastercard']));
  expect((await get<{ scheduled: object[] }>('user/scheduled_payments')).scheduled).toHaveLength(2);
  const book = await get<{ beneficiaries: { trusted: boolean }[] }>('beneficiaries');
  expect(book.beneficiaries.map(({ trusted }) => trusted)).toEqual([true, true]);
  const { purchases } = await get<CardPurchaseList>('carte/purchases?limit=100');
  expect(new Set(purchases.map(({ merchant }) => merchant.category)).size).toBeGreaterThanOrEqual(6);
  expect(purchases.filter(({ state }) => state === 'declined').map(({ reason }) => reason)).toEqual([
    'per_day',
  ]);
  const told = await get<{ notifications: object[]; unread: number }>('notifications');
  expect(told.notifications.length).toBeGreaterThan(told.unread);
  expect(told.unread).toBeGreaterThan(0);
  const profile = await get<Record<string, string>>('settings/profile');
  expect(Object.entries(profile).filter(([, value]) => value === '')).toEqual([]);
  const kyc = await get<{ status: string; documents: object[] }>('kyc');
  expect([kyc.status, kyc.documents.length]).toEqual(['approved', 1]);
});

longIt(
  'is the same in every run',
  async () => {
    const other = await createDatabase();
    const env = {
      DATABASE_URL: other.url,
      DATABASE_MIGRATION_URL: other.migrationUrl,
      DATA_DIR: bank.dataDir,
    };
    await runCommand('seed', env);
    const second = connectTo(other.migrationUrl);
    for (const sql of [
      'SELECT reference, kind, description FROM transfers ORDER BY id',
      'SELECT user_id, balance, held FROM accounts ORDER BY id',
      'SELECT reference, amount, status, risk_score FROM payments ORDER BY id',
      'SELECT last_four, status FROM cards ORDER BY id',
      'SELECT username, status, kyc_status FROM users ORDER BY id',
    ]) {
      expect(await second.rows(sql)).toEqual(await database.rows(sql));
    }
    await second.end();
    await other.drop();
  },
  120_000,
);
