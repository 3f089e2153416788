import type { Reserved } from '@bank/contracts/accounts';
import { toDecimal } from '@bank/contracts/money';
import { minor, rowOf, whole } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';

const query = `
  SELECT COALESCE(SUM(amount), 0) AS amount, COUNT(payment_id) AS transfers, COUNT(card_purchase_id) AS cards
  FROM holds WHERE account_id = ? AND state = 'held'`;
const reservedRow = rowOf({ amount: minor, transfers: whole, cards: whole });

/** What is set aside on an account, and for how many payments and card purchases; undefined where nothing is. */
export async function reservedOf(
  connection: Connection,
  accountId: number,
  currency: string,
): Promise<Reserved | undefined> {
  const { amount, transfers, cards } = await connection.found(reservedRow, query, [accountId]);
  return amount === 0n ? undefined : { amount: toDecimal(amount, currency), transfers, cards };
}
