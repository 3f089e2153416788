import { z } from 'zod';
import { cardStatuses } from '@bank/contracts/cards';
import { flag, rowOf, text } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';
import type { JudgedCall } from '../../platform/http/approval';
import { cardEnds, deliveryStates } from './card-state';

const select = `
  SELECT c.last_four AS lastFour, c.status, c.delivery, c.ended, DATE_FORMAT(c.expiry_date, '%Y-%m-%d') AS expiryDate,
    c.\`virtual\`
  FROM cards c JOIN accounts a ON a.id = c.account_id
  WHERE c.id = ? AND a.user_id = ?`;
const cardRow = rowOf({
  lastFour: text,
  status: z.enum(cardStatuses),
  delivery: z.enum(deliveryStates),
  ended: z.enum(cardEnds).nullable(),
  expiryDate: text,
  virtual: flag,
});

/** The card of a call that needs an approval, read without a lock. @throws ApiException NOT_FOUND unless it is the caller's. */
export const namedCard = (
  connection: Connection,
  { context, parameters }: JudgedCall,
): Promise<z.output<typeof cardRow>> =>
  connection.found(cardRow, select, [Number(parameters.id), context.actor.userId]);
