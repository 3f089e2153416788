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

/** A batch of a hundred sent payments, of one account after the other; returns their references. */
async function sent(name: string, accounts: number[]): Promise<string[]> {
  const references = Array.from({ length: 100 }, (_, at) => `${name}${at}`);
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

it('writes the answers to two batches, whose accounts are in opposite orders, at once and at the first attempt', async () => {
  const accounts = Array.from({ length: 16 }, (_, at) => bank.customer(at)).sort((a, b) => (a % 8) - (b % 8));
  const batches = [await sent('UP', accounts), await sent('DOWN', accounts.toReversed())];
  const { outcomes } = paymentServices(bank);
  let attempts = 0;
  const settled = (references: string[]) =>
    bank.database.transaction(async (tx) => {
      attempts += 1;
      await until(() => Promise.resolve(attempts >= batches.length));
      return outcomes.report(
        tx,
        references.map((transactionId) => ({ transactionId, state: 'settled' })),
      );
    });
  await Promise.all(batches.map(settled));
  expect(attempts).toBe(2);
  const totals = 'SELECT SUM(pending) AS pending, SUM(completed) AS completed FROM payment_totals';
  expect(await bank.owner.rows(totals)).toEqual([{ pending: '3000', completed: '200' }]);
});
