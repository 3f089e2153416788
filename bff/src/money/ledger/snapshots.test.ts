import type { Database, Transaction } from '../../platform/database/database';
import { firstCustomerAccount } from './bank-accounts';
import { SnapshotsService } from './snapshots.service';

it('counts a day once, also when its transaction is repeated', async () => {
  const state = JSON.stringify({ day: '2027-01-04', after: firstCustomerAccount });
  const tx = {
    row: () => Promise.resolve({ state }),
    rows: () => Promise.resolve([]),
    write: () => Promise.resolve(),
  } as unknown as Transaction;
  const database = {
    write: () => Promise.resolve(),
    transaction: async (work: (tx: Transaction) => Promise<unknown>) => {
      // As after a deadlock of the first attempt.
      await work(tx);
      return work(tx);
    },
  } as unknown as Database;
  expect(await new SnapshotsService(database).take(new Date('2027-01-05T10:00:00Z'))).toBe(1);
});
