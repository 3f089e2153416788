import type { Transaction } from '../../bff/src/platform/database/database';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { startLedger, type TestLedger } from '../support/ledger';
import { until } from '../support/until';
import { paymentServices } from './payment-services';

let bank: TestLedger;
beforeAll(async () => {
  bank = await startLedger(16);
  // Among few payments, those of a batch are looked for, and waited for, row by row.
  await bank.owner.rows(
    `INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name, payment_method,
       description, created_by, created_at)
     SELECT CONCAT('OTHER', seq), ?, 1000, 'EUR', 'FR14', 'x', 'sepa_transfer', '', 1, NOW(3) FROM seq_1_to_3000`,
    [bank.customer(0)],
  );
  await bank.owner.rows('ANALYZE TABLE payments');
});
afterAll(() => bank.stop());

/** A batch of sent payments, of one account after the other; returns their references. */
async function sent(name: string, accounts: number[], length = 100): Promise<string[]> {
  const references = Array.from({ length }, (_, at) => `${name}${at}`);
  const now = new Date();
  const transfers = references.map((reference) => [reference, 'payment', '', now]);
  await bank.owner.rows('INSERT INTO transfers (reference, kind, description, created_at) VALUES ?', [
    transfers,
  ]);
  for (const [at, reference] of references.entries()) {
    await bank.owner.rows(
      `INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name, payment_method,
         description, stage, transfer_id, created_by, created_at)
       SELECT reference, ?, 1000, 'EUR', 'FR14', 'x', 'sepa_transfer', '', 'sent', id, 1, created_at
       FROM transfers WHERE reference = ?`,
      [accounts[Math.floor((at * accounts.length) / references.length)], reference],
    );
  }
  return references;
}

const answersTo = (references: string[], state: 'settled' | 'rejected') =>
  references.map((transactionId) => ({
    transactionId,
    state,
    ...(state === 'rejected' && { reason: { code: 'AC04' } }),
  }));

/** A transaction waits for what another one has locked. */
const isWaiting = () =>
  until(async () => {
    const long = `SELECT COUNT(*) FROM information_schema.processlist WHERE command = 'Query' AND time_ms > 200`;
    return (await bank.database.count(long)) > 0;
  });

/** Two accounts whose payments are counted in the same row. */
function neighbours(): [number, number] {
  const first = bank.customer(0);
  const accounts = Array.from({ length: 16 }, (_, at) => bank.customer(at));
  const second = accounts.find((account) => account !== first && account % 8 === first % 8);
  if (second === undefined) throw new Error('no two accounts are counted together');
  return [first, second];
}

it('writes the answers to two batches, whose accounts are in opposite orders, at once and at the first attempt', async () => {
  const accounts = Array.from({ length: 16 }, (_, at) => bank.customer(at)).sort((a, b) => (a % 8) - (b % 8));
  const batches = [await sent('UP', accounts), await sent('DOWN', accounts.toReversed())];
  const { outcomes } = paymentServices(bank);
  let attempts = 0;
  const settled = (references: string[]) =>
    bank.database.transaction(async (tx) => {
      attempts += 1;
      await until(() => Promise.resolve(attempts >= batches.length));
      return outcomes.report(tx, answersTo(references, 'settled'));
    });
  await Promise.all(batches.map(settled));
  expect(attempts).toBe(2);
  const totals = 'SELECT SUM(pending) AS pending, SUM(completed) AS completed FROM payment_totals';
  expect(await bank.owner.rows(totals)).toEqual([{ pending: '3000', completed: '200' }]);
});

it.each(['refusals', 'returns'] as const)(
  'brings the money of a batch of %s back beside a refusal for one of its accounts, at the first attempt',
  async (kind) => {
    const [first, second] = neighbours();
    const batch = await sent(`BATCH${kind}`, [first, second], 2);
    const [single = ''] = await sent(`SINGLE${kind}`, [second], 1);
    const { outcomes } = paymentServices(bank);
    let attempts = 0;
    const bringBack = async (tx: Transaction) => {
      attempts += 1;
      if (kind === 'refusals') return outcomes.report(tx, answersTo(batch, 'rejected'));
      const amount = { minor: 1_000n, currency: 'EUR' };
      const back = batch.map((originalTransactionId) => ({
        returnId: `R${originalTransactionId}`,
        originalTransactionId,
      }));
      return outcomes.takeBack(
        tx,
        back.map((each) => ({ ...each, amount, reason: { code: 'AC04' } })),
      );
    };
    let answered: Promise<void> | undefined;
    await bank.database.transaction(async (tx) => {
      attempts += 1;
      await bank.ledger.lock(tx, [second, bankAccounts.settlement, bankAccounts.suspense]);
      if (!answered) {
        answered = bank.database.transaction(bringBack);
        await isWaiting();
      }
      await outcomes.report(tx, answersTo([single], 'rejected'));
    });
    await answered;
    expect(attempts).toBe(2);
    const stages = 'SELECT DISTINCT stage FROM payments WHERE reference IN (?)';
    const stage = kind === 'refusals' ? 'rejected' : 'returned';
    expect(await bank.owner.rows(stages, [batch])).toEqual([{ stage }]);
  },
);
