import { CollectCardDebtsJob, nextOwed } from '../../bff/src/money/card-payments/collect-card-debts.job';
import type { Job } from '../../bff/src/platform/jobs/job';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { LedgerService } from '../../bff/src/money/ledger/ledger.service';
import { Transaction } from '../../bff/src/platform/database/transaction';
import { startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;
let servers: Job[];

beforeEach(async () => {
  jobs = await startJobs();
  servers = jobs.twice((source, ledger) => new CollectCardDebtsJob(source, ledger, jobs.bank.incidents));
});
afterEach(() => {
  jest.restoreAllMocks();
  return jobs.stop();
});

/** So many bookings of a customer's, each of which the bank advanced in full. */
async function advance(index: number, count: number, owed: number) {
  const { owner } = jobs.bank;
  const reference = `D${index}-${owed}`;
  await owner.rows(
    `INSERT INTO card_purchases (reference, account_id, merchant_name, created_at) VALUES (?, ?, 'SHOP', NOW(3))`,
    [reference, jobs.bank.customer(index)],
  );
  await owner.rows(
    `INSERT INTO card_bookings (reference, purchase_id, account_id, kind, amount, currency, worth, markup, owed, settlement_day, created_at)
     SELECT CONCAT(p.reference, '-', seq), p.id, p.account_id, 'clearing', ?, 'EUR', ?, 0, ?, '2027-01-04', NOW(3)
     FROM card_purchases p JOIN seq_1_to_${count} WHERE p.reference = ?`,
    [owed, owed, owed, reference],
  );
}
const owedBy = async (index: number) => {
  const sql = 'SELECT SUM(owed) AS owed FROM card_bookings WHERE account_id = ?';
  return Number((await jobs.bank.owner.rows(sql, [jobs.bank.customer(index)]))[0]?.owed);
};
const balanceOf = (index: number) => jobs.bank.balanceOf(jobs.bank.customer(index));
const run = async (server = servers[0]) => (server ? (await jobs.runAll([server]))[0]?.done : undefined);

describe('what the bank advanced for cards', () => {
  it('is collected once from money that arrived, as far as it goes, by two servers at once', async () => {
    await advance(0, 3, 400);
    await advance(1, 1, 250);
    await jobs.give(0, 900n);
    await jobs.give(1, 1_000n);
    await jobs.runAll(servers);
    await jobs.runAll(servers);
    expect([await owedBy(0), await balanceOf(0)]).toEqual([300, 0n]);
    expect([await owedBy(1), await balanceOf(1)]).toEqual([0, 750n]);
    expect(await jobs.bank.balanceOf(bankAccounts.suspense)).toBe(1_150n);
    expect(await jobs.total()).toBe('0');
    // Only the first debit stands for a booking that was advanced in full.
    const [row] = await jobs.bank.owner.rows('SELECT COUNT(collected_by) AS count FROM card_bookings');
    expect(Number(row?.count)).toBe(4);
  });

  it('is taken once by two servers that collect from one account, in small slices', async () => {
    const [paid, slice] = [
      jest.spyOn(Transaction.prototype, 'write'),
      jest.spyOn(LedgerService.prototype, 'lock'),
    ];
    await advance(0, 260, 10);
    await jobs.give(0, 2_004n);
    const outcomes = await jobs.runAll(servers);
    // The last debt is paid in part.
    expect(outcomes.reduce((sum, { done }) => sum + done, 0)).toBe(201);
    expect([await owedBy(0), await balanceOf(0)]).toEqual([596, 0n]);
    expect(await jobs.bank.balanceOf(bankAccounts.suspense)).toBe(2_004n);
    const entries = 'SELECT COUNT(*) AS count FROM entries WHERE account_id = ? AND amount < 0';
    const [debits] = await jobs.bank.owner.rows(entries, [jobs.bank.customer(0)]);
    expect(Number(debits?.count)).toBe(201);
    // Each transaction pays up to fifty in one statement.
    const updates = paid.mock.calls.filter(([sql]) => sql.startsWith('UPDATE card_bookings'));
    expect(updates.length).toBeLessThanOrEqual(6);
    const together = slice.mock.calls.map(([, ids]) => ids.length / 2);
    expect(Math.max(...together)).toBeLessThanOrEqual(50);
  });

  it('has its incident closed once it is paid in full', async () => {
    await advance(0, 2, 400);
    const { database, incidents, owner } = jobs.bank;
    for (const subject of ['D0-400-1', 'D0-400-2']) {
      await database.transaction((tx) =>
        incidents.open(tx, { kind: 'card_uncovered', subject, severity: 'medium' }),
      );
    }
    await jobs.give(0, 500n);
    await run();
    const sql = 'SELECT subject, state FROM incidents ORDER BY subject';
    expect(await owner.rows(sql)).toEqual([
      { subject: 'D0-400-1', state: 'closed' },
      { subject: 'D0-400-2', state: 'open' },
    ]);
    const recovered = `SELECT 1 FROM incident_entries WHERE kind = 'recovered'`;
    expect(await owner.rows(recovered)).toHaveLength(1);
  });

  it('is found behind many debts of empty accounts, and few are read in a run', async () => {
    await advance(0, 20_100, 100);
    await advance(1, 1, 200);
    await jobs.give(1, 500n);
    // The first run stops before the end, and the second continues there.
    expect([await run(), await owedBy(1)]).toEqual([0, 200]);
    expect([await run(), await owedBy(1), await balanceOf(1)]).toEqual([1, 0, 300n]);
    expect([await run(), await owedBy(0)]).toEqual([0, 2_010_000]);
  });

  it('is read from its index, in its order', async () => {
    await advance(0, 2_000, 100);
    await jobs.bank.owner.rows('ANALYZE TABLE card_bookings');
    const plan = await jobs.bank.owner.rows(`EXPLAIN ${nextOwed}`, ['100', '100', 5, 500]);
    const bookings = plan.find(({ table }) => table === 'card_bookings');
    expect([bookings?.key, bookings?.type]).toEqual(['card_bookings_owed', 'range']);
    expect(bookings?.Extra).not.toContain('filesort');
  });
});
