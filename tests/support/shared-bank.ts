import { knowOutbox } from './approvals';
import type { Bank } from './bank';
import { connectTo, rememberBank, type TestConnection } from './customers';

/**
 * The bank of this Jest worker, with the demonstration data, for files whose docblock asks for `bank-environment.ts`.
 * It contains rows of earlier files: a test uses its own people, changes nothing shared, and never counts all rows.
 */
export function sharedBank(): { bank: Bank; database: TestConnection } {
  const { bank } = globalThis as { bank?: Bank };
  if (!bank) throw new Error('The file needs @jest-environment ./tests/support/bank-environment.ts.');
  knowOutbox({ urls: [bank.shellUrl, bank.backOfficeUrl], dataDir: bank.dataDir });
  // The environment that started it has its own modules.
  rememberBank(bank.shellUrl, bank.migrationUrl);
  const database = connectTo(bank.migrationUrl);
  afterAll(() => database.end());
  return { bank, database };
}
