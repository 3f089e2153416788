import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { databaseErrorNumber } from '../../bff/src/platform/database/database-error';
import { ApiException } from '../../bff/src/platform/errors/api-exception';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { LedgerService } from '../../bff/src/money/ledger/ledger.service';
import type { Movement } from '../../bff/src/money/ledger/movement';
import type { TestConnection } from '../support/customers';
import { movement, startLedger, type TestLedger } from '../support/ledger';
import type { Database, Transaction } from '../../bff/src/platform/database/database';

let bank: TestLedger;
let owner: TestConnection;
let source: Database;

beforeAll(async () => {
  bank = await startLedger(5);
  ({ owner, database: source } = bank);
});

afterAll(() => bank.stop());

const customer = (index: number) => bank.customer(index);
const customers = () => Array.from({ length: 5 }, (_, index) => customer(index));
const balanceOf = (id: number) => bank.balanceOf(id);
const post = (made: Movement) => source.transaction((tx) => bank.ledger.post(tx, made));

async function count(table: string): Promise<number> {
  const [row] = await owner.rows(`SELECT COUNT(*) AS n FROM ${table}`);
  return Number(row?.n);
}

async function expectSound(): Promise<void> {
  const unbalanced = await owner.rows(
    'SELECT transfer_id FROM entries GROUP BY transfer_id HAVING SUM(amount) <> 0',
  );
  const drifted = await owner.rows(
    `SELECT a.id FROM accounts a LEFT JOIN entries e ON e.account_id = a.id
     GROUP BY a.id HAVING MAX(a.balance) <> COALESCE(SUM(e.amount), 0)`,
  );
  const misnumbered = await owner.rows(
    `SELECT id FROM (SELECT id, balance_after, SUM(amount) OVER (PARTITION BY account_id ORDER BY id) AS running
     FROM entries) numbered WHERE running <> balance_after`,
  );
  const [sum] = await owner.rows('SELECT SUM(balance) AS total FROM accounts');
  expect({ unbalanced, drifted, misnumbered, total: sum?.total }).toEqual({
    unbalanced: [],
    drifted: [],
    misnumbered: [],
    total: '0',
  });
}

describe('posting', () => {
  it('writes a transfer, its entries, the balances and a log line', async () => {
    const before = await count('audit_log');
    const { reference, accounts } = await post(movement(bankAccounts.funding, customer(0), 12_345n));
    expect(reference).toMatch(/^TR-[A-HJKMNP-TV-Z2-9]{12}$/);
    expect(accounts.get(customer(0))?.balance).toBe(12_345n);
    expect(await balanceOf(customer(0))).toBe(12_345n);
    expect(await count('audit_log')).toBe(before + 1);
    await expectSound();
  });

  it('refuses amounts beyond balance and overdraft, and writes nothing', async () => {
    const [transfers, logs] = [await count('transfers'), await count('audit_log')];
    await expect(post(movement(customer(1), customer(2), 50_001n))).rejects.toEqual(
      new ApiException('INSUFFICIENT_FUNDS'),
    );
    expect([await count('transfers'), await count('audit_log')]).toEqual([transfers, logs]);
    await post(movement(customer(1), customer(2), 50_000n));
    expect(await balanceOf(customer(1))).toBe(-50_000n);
    await post(movement(customer(2), customer(1), 50_000n));
    await expectSound();
  });

  it('limits the withdrawals of a day, also simultaneous ones, and not those of the next day', async () => {
    const withdraw = (amount: bigint) =>
      post({ ...movement(customer(4), bankAccounts.outside, amount), kind: 'withdrawal' });
    await post(movement(bankAccounts.funding, customer(4), 500_000n));
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => withdraw(10_000n)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await expect(withdraw(1n)).rejects.toEqual(new ApiException('WITHDRAWAL_LIMIT_EXCEEDED'));
    expect(await balanceOf(customer(4))).toBe(400_000n);
    await owner.rows('UPDATE accounts SET withdrawal_limit = 110000 WHERE id = ?', [customer(4)]);
    await withdraw(10_000n);
    const later = new LedgerService(
      new AuditService(bank.clock),
      new EventsService(bank.clock),
      new RandomSource(),
      {
        now: () => new Date(Date.now() + 86_400_000),
      },
    );
    await source.transaction((tx) =>
      later.post(tx, { ...movement(customer(4), bankAccounts.outside, 10_000n), kind: 'withdrawal' }),
    );
    await post(movement(customer(4), bankAccounts.funding, 380_000n));
    await expectSound();
  });

  it('counts held amounts as spent', async () => {
    await owner.rows('UPDATE accounts SET held = 20000 WHERE id = ?', [customer(1)]);
    await expect(post(movement(customer(1), customer(2), 30_001n))).rejects.toEqual(
      new ApiException('INSUFFICIENT_FUNDS'),
    );
    await post(movement(customer(1), customer(2), 30_000n));
    await post(movement(customer(2), customer(1), 30_000n));
    await owner.rows('UPDATE accounts SET held = 0 WHERE id = ?', [customer(1)]);
  });

  it('returns the same error when only the schema refuses', async () => {
    const blind = async (tx: Transaction) => {
      const locked = await bank.ledger.lock(tx, [customer(1), customer(2)]);
      for (const [id, account] of locked) locked.set(id, { ...account, overdraftLimit: 10n ** 12n });
      return bank.ledger.append(tx, locked, movement(customer(1), customer(2), 60_000n));
    };
    await expect(source.transaction(blind)).rejects.toEqual(new ApiException('INSUFFICIENT_FUNDS'));
    expect(await balanceOf(customer(1))).toBe(0n);
  });

  it('refuses unknown accounts, and throws for malformed movements', async () => {
    await expect(post(movement(customer(0), 999_999, 1n))).rejects.toEqual(new ApiException('NOT_FOUND'));
    const lopsided = movement(bankAccounts.funding, customer(0), 5n);
    lopsided.legs[1] = { accountId: customer(0), amount: 6n };
    await expect(post(lopsided)).rejects.toThrow('do not sum to zero');
    await expect(post(movement(bankAccounts.funding, customer(0), 0n))).rejects.toThrow('leg of nothing');
    await expect(post(movement(bankAccounts.funding, customer(0), 2n ** 53n))).rejects.toEqual(
      new ApiException('AMOUNT_OUT_OF_RANGE'),
    );
    await expectSound();
  });

  it('stays sound under many simultaneous crossing movements', async () => {
    for (const id of customers()) await post(movement(bankAccounts.funding, id, 20_000n));
    const drawn = Array.from({ length: 200 }, (_, index) => {
      const from = customer((index * 7) % 5);
      const to = customer((index * 7 + 1 + (index % 4)) % 5);
      return movement(from, to, BigInt(1 + ((index * 7919) % 30_000)));
    });
    const outcomes = await Promise.allSettled(drawn.map(post));
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of refusals) expect((reason as ApiException).code).toBe('INSUFFICIENT_FUNDS');
    expect(outcomes.length - refusals.length).toBeGreaterThan(50);
    for (const id of customers()) expect(await balanceOf(id)).toBeGreaterThanOrEqual(-50_000n);
    await expectSound();
  });

  it('stays sound with many legs and an account that appears twice', async () => {
    const made = movement(bankAccounts.funding, customer(3), 300n);
    made.legs.push({ accountId: customer(3), amount: -100n }, { accountId: bankAccounts.fees, amount: 100n });
    const before = await balanceOf(customer(3));
    await post(made);
    expect(await balanceOf(customer(3))).toBe(before + 200n);
    await expectSound();
  });
});

describe('written rows are immutable', () => {
  const changes = ['transfers', 'entries', 'audit_log'].flatMap((table) => [
    `UPDATE ${table} SET created_at = created_at`,
    `DELETE FROM ${table}`,
  ]);

  it.each(changes)('triggers refuse: %s', async (sql) => {
    await expect(owner.rows(sql)).rejects.toMatchObject({ sqlState: '45000' });
  });

  it.each(changes)('the server’s account has no right to: %s', async (sql) => {
    await expect(source.write(sql)).rejects.toMatchObject({ errno: 1142 });
  });

  it.each([
    [
      'an overdraft beyond its limit',
      'UPDATE accounts SET balance = -50001, held = 0 WHERE kind = ?',
      'customer',
    ],
    ['a negative hold', 'UPDATE accounts SET held = -1 WHERE kind = ?', 'funding'],
    ['a negative limit', 'UPDATE accounts SET card_limit = -1 WHERE kind = ?', 'customer'],
    ['a bank account with a user', 'UPDATE accounts SET user_id = 1 WHERE kind = ?', 'fees'],
  ])('the schema refuses %s', async (_name, sql, kind) => {
    const refusal = await owner.rows(sql, [kind]).catch((error: unknown) => databaseErrorNumber(error));
    expect([4025, 3819]).toContain(refusal);
  });
});

describe('transactions', () => {
  it('are repeated as a whole after a deadlock', async () => {
    let attempts = 0;
    let holding = 0;
    let bothHoldOne: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (bothHoldOne = resolve));
    const lock = (tx: Transaction, id: number) =>
      tx.write('UPDATE accounts SET created_at = created_at WHERE id = ?', [id]);
    const crossing = (first: number, second: number) =>
      source.transaction(async (tx) => {
        attempts += 1;
        await tx.write('UPDATE accounts SET account_type = ? WHERE id = ?', [`t${attempts}`, first]);
        holding += 1;
        if (holding === 2) bothHoldOne();
        await held;
        await lock(tx, second);
        return 'done';
      });
    const both = [crossing(customer(0), customer(1)), crossing(customer(1), customer(0))];
    expect(await Promise.all(both)).toEqual(['done', 'done']);
    expect(attempts).toBe(3);
  });

  it('leave no trace of a failed one on the connection', async () => {
    await expect(
      source.transaction(async (tx) => {
        await tx.write('UPDATE accounts SET account_type = ? WHERE id = ?', ['lost', customer(4)]);
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
    const [row] = await owner.rows('SELECT account_type FROM accounts WHERE id = ?', [customer(4)]);
    expect(row?.account_type).toBe('current');
  });
});
