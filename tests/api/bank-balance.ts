import { stripesOf } from '../../bff/src/money/ledger/bank-accounts';
import type { TestConnection } from '../support/customers';

/** The balance of an account of the bank, over all its rows, in minor units. */
export async function balanceOfBank(database: TestConnection, id: number): Promise<number> {
  const sum = 'SELECT SUM(balance) AS balance FROM accounts WHERE id IN (?)';
  return Number((await database.rows(sum, [stripesOf(id)]))[0]?.balance);
}
