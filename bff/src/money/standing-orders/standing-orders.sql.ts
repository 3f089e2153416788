import { z } from 'zod';
import type { Language } from '@bank/contracts/language';
import { toDecimal } from '@bank/contracts/money';
import {
  type StandingOrder,
  standingFrequencies,
  standingRunStatuses,
} from '@bank/contracts/standing-orders';
import { orderStop } from '@bank/contracts/stops';
import { isoMoment, minor, rowOf, text, whole } from '../../platform/database/columns';
import { shortName } from '../../people/users/short-name';
import { activeUser } from '../../people/users/active-user';

const dayOf = (column: string) => `DATE_FORMAT(${column}, '%Y-%m-%d')`;

/** With the newest occurrence that was attempted. */
const orders = `
  SELECT o.id, o.beneficiary_id, o.recipient_id, o.amount, o.currency, o.description, o.frequency,
    ${dayOf('o.first_run')} AS first_run, ${dayOf('o.until_day')} AS until, ${dayOf('o.next_run')} AS next_run,
    b.name AS beneficiaryName, b.account, u.first_name AS given, u.last_name AS family,
    ${dayOf('r.occurrence_day')} AS runDay, r.status AS runStatus, r.reason AS runReason, r.reference AS runReference,
    r.created_at AS runAt
  FROM standing_orders o
    LEFT JOIN beneficiaries b ON b.id = o.beneficiary_id
    LEFT JOIN users u ON u.id = o.recipient_id
    LEFT JOIN standing_order_runs r ON r.id = (
      SELECT newest.id FROM standing_order_runs newest WHERE newest.order_id = o.id
      ORDER BY newest.occurrence_day DESC LIMIT 1)
  WHERE o.user_id = ? AND o.deleted_at IS NULL`;

export const listed = `${orders} ORDER BY o.next_run IS NULL, o.next_run, o.id`;
export const oneListed = `${orders} AND o.id = ?`;

export const orderRow = rowOf({
  id: whole,
  beneficiary_id: whole.nullable(),
  recipient_id: whole.nullable(),
  amount: minor,
  currency: text,
  description: text.nullable(),
  frequency: z.enum(standingFrequencies),
  first_run: text,
  until: text.nullable(),
  next_run: text.nullable(),
  beneficiaryName: text.nullable(),
  account: text.nullable(),
  given: text.nullable(),
  family: text.nullable(),
  runDay: text.nullable(),
  runStatus: z.enum(standingRunStatuses).nullable(),
  runReason: text.nullable(),
  runReference: text.nullable(),
  runAt: isoMoment.nullable(),
});

export const countOrders = `
  SELECT COUNT(*) FROM standing_orders WHERE user_id = ? AND deleted_at IS NULL AND next_run IS NOT NULL`;
export const insertOrder = `
  INSERT INTO standing_orders (user_id, beneficiary_id, recipient_id, amount, description, frequency, first_run,
    until_day, next_run, due_at, created_at, approved, currency)
  VALUES (?, 'EUR')`;
export const updateOrder = `
  UPDATE standing_orders SET beneficiary_id = ?, recipient_id = ?, amount = ?, description = ?, frequency = ?,
    first_run = ?, until_day = ?, next_run = ?, due_at = ?, approved = ?
  WHERE id = ?`;
export const stopOrder = 'UPDATE standing_orders SET deleted_at = ?, due_at = NULL WHERE id = ?';
export const lockOrder = `
  SELECT id FROM standing_orders WHERE id = ? AND user_id = ? AND deleted_at IS NULL FOR UPDATE`;

export const rhythm = `
  SELECT ${dayOf('first_run')} AS first_run, ${dayOf('next_run')} AS next_run FROM standing_orders WHERE id = ?`;
export const rhythmRow = rowOf({ first_run: text, next_run: text.nullable() });

export const lastRunDay = `
  SELECT ${dayOf('occurrence_day')} AS day FROM standing_order_runs WHERE order_id = ?
  ORDER BY occurrence_day DESC LIMIT 1`;
export const lastDayRow = rowOf({ day: text });
export const giveUpRetry = `
  UPDATE standing_order_runs SET status = 'skipped' WHERE order_id = ? AND status = 'retrying'`;

export const activeCustomer = `
  SELECT 1 FROM users u JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'
  WHERE u.id = ? AND ${activeUser()}`;

/** The name of a payee: a beneficiary's, or a customer's first name and initial. */
export const payeeName = (row: {
  beneficiaryName: string | null;
  given: string | null;
  family: string | null;
}): string => row.beneficiaryName ?? shortName({ given: row.given ?? '', family: row.family ?? '' });

/** @param language of why its last occurrence did not leave */
export function toStandingOrderDto(row: z.output<typeof orderRow>, language: Language): StandingOrder {
  const { runDay, runStatus, runReason, runReference, runAt, ...order } = row;
  const { beneficiaryName, given, family, account, amount, ...terms } = order;
  const dto = { ...terms, payee: payeeName({ beneficiaryName, given, family }), account };
  const known = { ...dto, amount: toDecimal(amount), last_run: null };
  if (runDay === null || runStatus === null || runAt === null) return known;
  const run = { day: runDay, status: runStatus, reason: runReason, reference: runReference };
  const why = orderStop(row.id, { ...run, created_at: runAt }, language);
  return { ...known, last_run: { ...run, why } };
}
