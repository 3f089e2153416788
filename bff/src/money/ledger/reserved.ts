import type { Reserved } from '@bank/contracts/accounts';
import { toDecimal } from '@bank/contracts/money';
import { minor, whole } from '../../platform/database/columns';

const countOf = (column: string) =>
  `(SELECT COUNT(${column}) FROM holds WHERE holds.account_id = a.id AND holds.state = 'held')`;

/**
 * What is set aside on the account `a`, and for how many payments and card purchases: columns for the statement that reads
 * its balance, so that both are of one moment. `held` is the sum of the open holds.
 */
export const reservedColumns = `
  a.held, ${countOf('payment_id')} AS heldTransfers, ${countOf('card_purchase_id')} AS heldCards`;
export const reservedRow = { held: minor, heldTransfers: whole, heldCards: whole };

/** As the API returns it; undefined where nothing is set aside. */
export const reservedOf = (
  row: { held: bigint; heldTransfers: number; heldCards: number },
  currency: string,
): Reserved | undefined =>
  row.held === 0n
    ? undefined
    : { amount: toDecimal(row.held, currency), transfers: row.heldTransfers, cards: row.heldCards };
