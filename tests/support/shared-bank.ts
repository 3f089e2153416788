import type { Bank } from './bank';
import { connectTo, type TestConnection } from './customers';

/**
 * The bank of this Jest worker, with the demonstration data, for files whose docblock asks for `bank-environment.ts`.
 * Earlier files left rows in it: a test acts on people of its own, changes nothing that belongs to all, and never counts the rows of all.
 */
export function sharedBank(): { bank: Bank; database: TestConnection } {
  const { bank } = globalThis as { bank?: Bank };
  if (!bank) throw new Error('The file needs @jest-environment ./tests/support/bank-environment.ts.');
  const database = connectTo(bank.migrationUrl);
  afterAll(() => database.end());
  return { bank, database };
}
