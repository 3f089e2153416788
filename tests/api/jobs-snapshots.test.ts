import { addDays } from '@bank/contracts/days';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { BalanceSnapshotsJob } from '../../bff/src/money/ledger/balance-snapshots.job';
import { accountOfStripe, bankAccounts, stripeFor } from '../../bff/src/money/ledger/bank-accounts';
import {
  MovementTotalsService,
  type MovementTotal,
} from '../../bff/src/money/ledger/movement-totals.service';
import type { TransferKind } from '../../bff/src/money/ledger/movement';
import { rowsOfPiece } from '../../bff/src/money/ledger/time-pieces';
import { SnapshotsService } from '../../bff/src/money/ledger/snapshots.service';
import { atLength, longIt } from '../support/at-length';
import { never, opened, startJobs, type TestJobs } from '../support/jobs';

let jobs: TestJobs;
beforeEach(async () => {
  jobs = await startJobs();
});
afterEach(() => jobs.stop());

const both = () =>
  jobs.twice(
    (source) => new BalanceSnapshotsJob(new SnapshotsService(source), new MovementTotalsService(source)),
  );
const kept = async (account: number) =>
  (
    await jobs.bank.owner.rows(
      `SELECT DATE_FORMAT(day, '%Y-%m-%d') AS day, balance FROM balance_snapshots
       WHERE account_id = ? ORDER BY day`,
      [account],
    )
  ).map(({ day, balance }) => [day, Number(balance)]);

describe('the balances at the end of each day', () => {
  it('are stored once for every past day, by two servers at once, also after days without a server', async () => {
    await jobs.give(0, 1_000n);
    await jobs.runAll(both());
    expect(await kept(jobs.bank.customer(0))).toEqual([]);
    jobs.setDay(addDays(opened, 2));
    await jobs.give(0, 500n);
    jobs.setDay(addDays(opened, 3));
    await jobs.runAll(both());
    const days = [opened, addDays(opened, 1), addDays(opened, 2)];
    expect(await kept(jobs.bank.customer(0))).toEqual([
      [days[0], 1_000],
      [days[1], 1_000],
      [days[2], 1_500],
    ]);
    expect(await kept(jobs.bank.customer(1))).toEqual(days.map((day) => [day, 0]));
    const funding = stripeFor(bankAccounts.funding, jobs.bank.customer(0));
    expect((await kept(funding)).at(-1)).toEqual([days[2], -1_500]);
  });

  it('continue after the account where a server stopped, also for the data of an older version', async () => {
    await jobs.give(0, 1_000n);
    const [job] = both();
    jobs.setDay(addDays(opened, 1));
    await jobs.runAll(both());
    // The next day was begun by a server that died after the first customer.
    jobs.setDay(addDays(opened, 2));
    const [first, second] = [jobs.bank.customer(0), jobs.bank.customer(1)];
    await jobs.bank.owner.rows('UPDATE job_progress SET state = ? WHERE job = ?', [
      JSON.stringify({ day: addDays(opened, 1), after: first }),
      'balance-snapshots',
    ]);
    expect((await job?.run(jobs.clock.now(), never))?.done).toBe(1);
    expect((await kept(first)).map(([day]) => day)).toEqual([opened]);
    expect((await kept(second)).map(([day]) => day)).toEqual([opened, addDays(opened, 1)]);
    await jobs.bank.owner.rows('DELETE FROM job_progress');
    jobs.setDay(addDays(opened, 3));
    expect((await job?.run(jobs.clock.now(), never))?.done).toBe(1);
    expect(await kept(bankAccounts.funding)).toHaveLength(2);
  });

  longIt('add up a day with more movements than one statement reads, many at the same time', async () => {
    await jobs.give(0, 1_000n);
    const many = 2 * rowsOfPiece + 500;
    const noon = new Date(`${opened}T12:00:00Z`);
    await jobs.bank.owner.rows(
      `INSERT INTO transfers (reference, kind, description, created_at)
       SELECT CONCAT('M-', seq), 'fee', 'Frais', ? + INTERVAL seq DIV 3000 SECOND FROM seq_1_to_${many}`,
      [noon],
    );
    for (const [account, amount] of [
      [bankAccounts.fees, 100],
      [jobs.bank.customer(1), -100],
    ]) {
      await jobs.bank.owner.rows(
        `INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at)
         SELECT id, ?, ?, 0, created_at FROM transfers WHERE reference LIKE 'M-%'`,
        [account, amount],
      );
    }
    jobs.setDay(addDays(opened, 1));
    await jobs.runAll(both());
    expect(await kept(bankAccounts.fees)).toEqual([[opened, many * 100]]);
    expect(await kept(jobs.bank.customer(1))).toEqual([[opened, many * -100]]);
    const { database } = jobs.bank;
    const totals = await new MovementTotalsService(database).between(database, opened, opened);
    expect(totals.find(({ kind }) => kind === 'fees')).toEqual({
      day: opened,
      kind: 'fees',
      movements: many,
      amount: BigInt(many) * 100n,
    });
  });

  it('wait for transactions that began before midnight', async () => {
    await jobs.give(0, 1_000n);
    const [job] = both();
    const midnight = Date.UTC(2027, 0, 4, 23);
    for (const [minutes, done] of [
      [9, 0],
      [11, 1],
      [20, 0],
    ] as const) {
      expect((await job?.run(new Date(midnight + minutes * 60_000), never))?.done).toBe(done);
    }
  });

  it('store nothing in a bank without movements', async () => {
    jobs.setDay(addDays(opened, atLength(30, 10)));
    expect((await jobs.runAll(both())).map(({ done }) => done)).toEqual([0, 0]);
  });
});

describe('the movements of each day', () => {
  const move = (kind: TransferKind, other: number, amount: bigint, reverses?: number) =>
    jobs.bank.database.transaction((tx) =>
      jobs.bank.ledger.post(tx, {
        kind,
        description: 'Essai',
        createdBy: null,
        requestId: null,
        ...(reverses && { reverses }),
        legs: [
          { accountId: jobs.bank.customer(0), amount },
          { accountId: other, amount: -amount },
        ],
      }),
    );

  /** The same computed from the ledger's single rows. */
  async function recomputed(): Promise<Record<string, [number, bigint]>> {
    const rows = await jobs.bank.owner.rows(
      `SELECT t.kind, t.created_at AS at, e.account_id AS account, e.amount
       FROM transfers t JOIN entries e ON e.transfer_id = t.id`,
    );
    const sums: Record<string, [number, bigint]> = {};
    const add = (name: string, count: number, amount: bigint) => {
      const [before, sum] = sums[name] ?? [0, 0n];
      sums[name] = [before + count, sum + amount];
    };
    for (const { kind, at, account, amount } of rows) {
      const day = parisDay(new Date(at ?? ''));
      const moved = BigInt(amount ?? 0);
      if (accountOfStripe(Number(account)) === bankAccounts.fees)
        add(`${day} fees`, moved > 0n ? 1 : 0, moved);
      if (moved > 0n && kind !== 'fee' && kind !== 'reversal') add(`${day} ${kind}`, 1, moved);
    }
    return sums;
  }

  const told = async () => {
    const { database } = jobs.bank;
    const totals = await new MovementTotalsService(database).between(database, opened, addDays(opened, 60));
    const some = totals.filter(({ movements, amount }) => movements > 0 || amount !== 0n);
    expect(new Set(some.map(nameOf)).size).toBe(some.length);
    return Object.fromEntries(some.map((total) => [nameOf(total), [total.movements, total.amount]]));
  };
  const nameOf = ({ day, kind }: MovementTotal) => `${day} ${kind}`;

  it('agree with the ledger before, during and after the closing of days', async () => {
    const late = atLength(40, 12);
    const days = [0, 1, 5, late, late + 1];
    for (const [at, day] of days.entries()) {
      jobs.setDay(addDays(opened, day));
      await move('deposit', bankAccounts.funding, 900_000n + BigInt(at));
      await move('transfer', jobs.bank.customer(1), -100n);
      await move('card', bankAccounts.outside, -250n);
      const { transferId } = await move('fee', bankAccounts.fees, -100n);
      if (at > 0) await move('reversal', bankAccounts.fees, 100n, transferId);
      expect(await told()).toEqual(await recomputed());
      if (at !== 2) await jobs.runAll(both());
      expect(await told()).toEqual(await recomputed());
    }
    const [kept] = await jobs.bank.owner.rows(
      `SELECT DATE_FORMAT(MAX(day), '%Y-%m-%d') AS last, COUNT(DISTINCT day) AS days FROM movement_totals`,
    );
    expect(kept).toEqual({ last: addDays(opened, late), days: String(late + 1) });
  });

  it('are append-only for the server', async () => {
    await jobs.give(0, 1_000n);
    jobs.setDay(addDays(opened, 1));
    await jobs.runAll(both());
    await expect(jobs.bank.database.write('UPDATE movement_totals SET amount = 0')).rejects.toThrow(/denied/);
  });
});
