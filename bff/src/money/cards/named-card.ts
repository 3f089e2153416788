import { rowOf, text } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';
import type { JudgedCall } from '../../platform/http/approval';
import { maskedNumber } from './card-number';

const select = `
  SELECT c.last_four AS lastFour FROM cards c JOIN accounts a ON a.id = c.account_id
  WHERE c.id = ? AND a.user_id = ?`;
const cardRow = rowOf({ lastFour: text });

/** The card of a call as the summary of its approval names it. @throws ApiException NOT_FOUND unless it is the caller's. */
export async function namedCard(
  connection: Connection,
  { context, parameters }: JudgedCall,
): Promise<string> {
  const { lastFour } = await connection.found(cardRow, select, [Number(parameters.id), context.actor.userId]);
  return maskedNumber(lastFour);
}
