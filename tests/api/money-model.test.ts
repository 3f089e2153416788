import fc from 'fast-check';
import { ApiException } from '../../bff/src/platform/errors/api-exception';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { HoldsService } from '../../bff/src/money/ledger/holds.service';
import type { Transaction } from '../../bff/src/platform/database/database';
import { verifyLedger } from '../../bff/src/money/ledger/ledger-verifier';
import { atLength } from '../support/at-length';
import { movement, startLedger, type TestLedger } from '../support/ledger';

/** A simple model of the ledger: minor units, and every hold and movement by number. */
interface Model {
  balance: bigint[];
  held: bigint[];
  holds: { of: number; amount: bigint; open: boolean }[];
  moves: { from: number; to: number; amount: bigint; undone: boolean }[];
}

interface Real {
  bank: TestLedger;
  holds: HoldsService;
  payments: number[];
  transfers: number[];
}

type Command = fc.AsyncCommand<Model, Real>;

const customers = 3;
const overdraft = 50_000n;
const expiresAt = new Date('2030-01-01T00:00:00Z');

const spendable = (model: Model, who: number) =>
  (model.balance[who] ?? 0n) - (model.held[who] ?? 0n) + overdraft;
const add = (amounts: bigint[], who: number, amount: bigint) => {
  amounts[who] = (amounts[who] ?? 0n) + amount;
};

/** The code with which it failed, or none. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error as ApiException).code,
  );
const atOnce = (real: Real, work: (tx: Transaction) => Promise<unknown>) =>
  outcome(real.bank.database.transaction(work));

class Deposit implements Command {
  constructor(
    private readonly to: number,
    private readonly amount: bigint,
  ) {}
  check = () => true;
  async run(model: Model, { bank }: Real) {
    await bank.move(bankAccounts.funding, bank.customer(this.to), this.amount);
    add(model.balance, this.to, this.amount);
  }
  toString = () => `deposit(${this.to}, ${this.amount})`;
}

class Transfer implements Command {
  constructor(
    private readonly from: number,
    private readonly to: number,
    private readonly amount: bigint,
  ) {}
  check = () => this.from !== this.to;
  async run(model: Model, real: Real) {
    const { from, to, amount } = this;
    const allowed = spendable(model, from) >= amount;
    const failed = await atOnce(real, async (tx) => {
      const made = movement(real.bank.customer(from), real.bank.customer(to), amount);
      real.transfers.push((await real.bank.ledger.post(tx, made)).transferId);
    });
    expect(failed).toBe(allowed ? undefined : 'INSUFFICIENT_FUNDS');
    if (!allowed) return;
    add(model.balance, from, -amount);
    add(model.balance, to, amount);
    model.moves.push({ from, to, amount, undone: false });
  }
  toString = () => `transfer(${this.from}, ${this.to}, ${this.amount})`;
}

class Reserve implements Command {
  constructor(
    private readonly of: number,
    private readonly amount: bigint,
  ) {}
  check = () => true;
  async run(model: Model, real: Real) {
    const { of, amount } = this;
    const accountId = real.bank.customer(of);
    const allowed = spendable(model, of) >= amount;
    const failed = await atOnce(real, async (tx) => {
      const locked = await real.bank.ledger.lock(tx, [accountId]);
      const { insertId: paymentId } = await tx.write(
        `INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name,
           payment_method, description, created_by, created_at)
         VALUES (UUID_SHORT(), ?, ?, 'EUR', 'FR14', 'x', 'sepa_transfer', '', 1, NOW(3))`,
        [accountId, amount],
      );
      await real.holds.place(tx, locked, { accountId, paymentId, amount, expiresAt });
      real.payments.push(paymentId);
    });
    expect(failed).toBe(allowed ? undefined : 'INSUFFICIENT_FUNDS');
    if (!allowed) return;
    add(model.held, of, amount);
    model.holds.push({ of, amount, open: true });
  }
  toString = () => `reserve(${this.of}, ${this.amount})`;
}

class Settle implements Command {
  constructor(
    private readonly which: number,
    private readonly posts: boolean,
  ) {}
  check = (model: Readonly<Model>) => model.holds[this.which]?.open === true;
  async run(model: Model, real: Real) {
    const hold = model.holds[this.which];
    const payment = real.payments[this.which];
    if (!hold || payment === undefined) throw new Error('no such hold');
    const accountId = real.bank.customer(hold.of);
    const failed = await atOnce(real, async (tx) => {
      const locked = await real.bank.ledger.lock(tx, [accountId, bankAccounts.outside]);
      const amount = await real.holds.end(tx, locked, payment, this.posts ? 'posted' : 'released');
      const posting = this.posts
        ? await real.bank.ledger.append(tx, locked, movement(accountId, bankAccounts.outside, amount))
        : undefined;
      const [status, stage] = posting ? ['completed', 'settled'] : ['failed', 'rejected'];
      await tx.write(
        'UPDATE payments SET status = ?, stage = ?, processed_at = NOW(3), transfer_id = ? WHERE id = ?',
        [status, stage, posting?.transferId ?? null, payment],
      );
    });
    expect(failed).toBeUndefined();
    hold.open = false;
    add(model.held, hold.of, -hold.amount);
    if (this.posts) add(model.balance, hold.of, -hold.amount);
  }
  toString = () => `${this.posts ? 'post' : 'release'}(${this.which})`;
}

class Reverse implements Command {
  constructor(private readonly which: number) {}
  check = (model: Readonly<Model>) => model.moves[this.which] !== undefined;
  async run(model: Model, real: Real) {
    const move = model.moves[this.which];
    if (!move) throw new Error('no such movement');
    const expected = move.undone
      ? 'ER_DUP_ENTRY'
      : spendable(model, move.to) < move.amount
        ? 'INSUFFICIENT_FUNDS'
        : undefined;
    const reversal = {
      ...movement(real.bank.customer(move.to), real.bank.customer(move.from), move.amount),
      kind: 'reversal' as const,
      reverses: real.transfers[this.which] ?? 0,
    };
    const failed = await atOnce(real, (tx) => real.bank.ledger.post(tx, reversal));
    // A reversed one whose recipient has no funds left may fail for either reason.
    if (!(move.undone && failed === 'INSUFFICIENT_FUNDS')) expect(failed).toBe(expected);
    if (failed !== undefined) return;
    move.undone = true;
    add(model.balance, move.from, move.amount);
    add(model.balance, move.to, -move.amount);
  }
  toString = () => `reverse(${this.which})`;
}

let bank: TestLedger;

beforeAll(async () => {
  bank = await startLedger(customers * 12);
});
afterAll(() => bank.stop());

/** New customers for every run, with empty accounts. */
function fresh(run: number): { model: Model; real: Real } {
  const own = { ...bank, customer: (index: number) => bank.customer(run * customers + index) };
  const nothing = () => Array.from({ length: customers }, () => 0n);
  return {
    model: { balance: nothing(), held: nothing(), holds: [], moves: [] },
    real: {
      bank: own,
      payments: [],
      transfers: [],
      holds: new HoldsService(bank.clock),
    },
  };
}

it('any sequence of operations agrees with the model, and leaves the ledger sound', async () => {
  const who = fc.nat(customers - 1);
  const amount = fc.bigInt(1n, 60_000n);
  const which = fc.nat(9);
  const commands = [
    fc.tuple(who, amount).map(([to, cents]) => new Deposit(to, cents)),
    fc.tuple(who, who, amount).map(([from, to, cents]) => new Transfer(from, to, cents)),
    fc.tuple(who, amount).map(([of, cents]) => new Reserve(of, cents)),
    fc.tuple(which, fc.boolean()).map(([at, posts]) => new Settle(at, posts)),
    which.map((at) => new Reverse(at)),
  ];
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (sequence) => {
      const start = fresh(run);
      run += 1;
      await fc.asyncModelRun(() => start, sequence);
      for (let index = 0; index < customers; index += 1) {
        const sql = 'SELECT balance, held FROM accounts WHERE id = ?';
        const [row] = await bank.owner.rows(sql, [start.real.bank.customer(index)]);
        expect([row?.balance, row?.held].map(String)).toEqual([
          String(start.model.balance[index]),
          String(start.model.held[index]),
        ]);
      }
      expect((await verifyLedger(bank.database)).violations).toEqual([]);
    }),
    { numRuns: atLength(12, 6), endOnFailure: true },
  );
}, 120_000);
