import { z } from 'zod';
import { expectedArrival } from '@bank/contracts/international';
import { toDecimal } from '@bank/contracts/money';
import {
  chargeBearers,
  type PaymentDetail,
  type PaymentMethod,
  type PaymentStage,
  paymentDeciders,
  paymentMethods,
  paymentStages,
  paymentStatuses,
  recallStates,
  riskLevel,
  riskReasons,
  statusOfStage,
} from '@bank/contracts/payments';
import { kycStatuses, userStatuses } from '@bank/contracts/users';
import { flag, isoMoment, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { parisDay } from '../../platform/time/paris-day';
import { storedAddress } from '../payees/address-book.service';
import { toPaymentDto } from './payment-response';
import { recallState } from './recall-state';
import { reasonPoints } from './risk';

/** Until when the amount of a payment is reserved. */
export const heldUntil = `SELECT expires_at AS until FROM holds WHERE payment_id = ? AND state = 'held'`;
export const heldRow = rowOf({ until: isoMoment });

/** The owner of a payment's account, and who approved it first. */
const decidersColumns = {
  id: whole,
  status: z.enum(paymentStatuses),
  userId: whole,
  holder: text,
  recipientName: text,
  firstApprovedBy: whole.nullable(),
  firstApprover: text.nullable(),
};
export const decidersRow = rowOf(decidersColumns);

/** The same for a page of payments. */
export const decidersQuery = `
  SELECT p.id, p.status, a.user_id AS userId, p.first_approved_by AS firstApprovedBy,
    p.recipient_name AS recipientName, CONCAT(u.first_name, ' ', u.last_name) AS holder,
    CONCAT(f.first_name, ' ', f.last_name) AS firstApprover
  FROM payments p JOIN accounts a ON a.id = p.account_id JOIN users u ON u.id = a.user_id
    LEFT JOIN users f ON f.id = p.first_approved_by
  WHERE p.id IN (?)`;

export const toDecidersDto = (row: Omit<z.output<typeof decidersRow>, 'id'>) => ({
  user_id: row.userId,
  holder: row.holder,
  recipient_name: row.recipientName,
  awaiting: row.status === 'pending' && row.firstApprovedBy !== null ? ('second_approval' as const) : null,
  first_approved_by: toDeciderDto(row.firstApprovedBy, row.firstApprover),
});

const toDeciderDto = (id: number | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' };

/** The columns of a payment `p` for `toPaymentDto`. */
export const detailColumns = `
    p.id, p.reference, p.amount, p.currency, p.recipient_account AS recipientAccount,
    p.payment_method AS paymentMethod, p.status, p.risk_score AS riskScore, p.risk_reasons AS riskReasons,
    p.created_at AS createdAt, p.processed_at AS processedAt, p.stage, p.decided_by AS decidedBy,
    DATE_FORMAT(p.execution_day, '%Y-%m-%d') AS executionDay, p.charges, p.fee, p.end_to_end_id AS endToEndId,
    p.worth, p.uetr`;

/** The payee of an international payment. */
export const payeeQuery = `
    p.recipient_country AS country, p.recipient_bic AS bic, p.recipient_clearing_code AS clearingCode,
    p.recipient_address AS address, p.sent_at AS sentAt`;

/** A payment with its account and the people behind it. */
export const detailQuery = `
  SELECT ${detailColumns}, ${payeeQuery}, p.recipient_name AS recipientName, p.description, p.reason,
    p.reason_code AS reasonCode, p.in_doubt_since IS NOT NULL AS isInDoubt, ${recallState} AS recall,
    p.first_approved_by AS firstApprovedBy, p.first_approved_at AS firstApprovedAt,
    p.processed_by AS processedBy, a.user_id AS userId, a.iban, a.balance, a.held,
    a.overdraft_limit AS overdraftLimit,
    (SELECT l.transfer_limit FROM accounts l WHERE l.id = COALESCE(p.limit_account_id, p.account_id)) AS transferLimit,
    CONCAT(u.first_name, ' ', u.last_name) AS holder, u.status AS accountStatus, u.kyc_status AS kycStatus,
    CONCAT(f.first_name, ' ', f.last_name) AS firstApprover, CONCAT(d.first_name, ' ', d.last_name) AS decider
  FROM payments p JOIN accounts a ON a.id = p.account_id JOIN users u ON u.id = a.user_id
    LEFT JOIN users f ON f.id = p.first_approved_by LEFT JOIN users d ON d.id = p.processed_by
  WHERE p.id = ?`;

export const payeeColumns = {
  uetr: text.nullable(),
  country: text.nullable(),
  bic: text.nullable(),
  clearingCode: text.nullable(),
  address: storedAddress,
};

/** The columns that `toPaymentDto` adds to those of the payment's order. */
export const stageColumns = {
  stage: z.enum(paymentStages),
  decidedBy: z.enum(paymentDeciders).nullable(),
  executionDay: text.nullable(),
  charges: z.enum(chargeBearers).nullable(),
  fee: minor,
  endToEndId: text.nullable(),
  worth: minor.nullable(),
  uetr: text.nullable(),
};

export const storedReasons = text
  .transform((json): unknown => JSON.parse(json))
  .pipe(z.array(z.enum(riskReasons)))
  .nullable();

/** The columns of the order itself, and of its score. */
export const riskColumns = {
  id: whole,
  status: z.enum(paymentStatuses),
  reference: text,
  amount: minor,
  currency: text,
  recipientAccount: text,
  paymentMethod: z.enum(paymentMethods),
  riskScore: text.nullable(),
  riskReasons: storedReasons,
  createdAt: moment,
  processedAt: moment.nullable(),
};

export const detailRow = rowOf({
  ...decidersColumns,
  ...stageColumns,
  ...riskColumns,
  ...payeeColumns,
  sentAt: moment.nullable(),
  description: text,
  reason: text.nullable(),
  reasonCode: text.nullable(),
  isInDoubt: flag,
  recall: z.enum(recallStates).nullable(),
  firstApprovedAt: moment.nullable(),
  processedBy: whole.nullable(),
  iban: text,
  balance: minor,
  held: minor,
  overdraftLimit: minor,
  transferLimit: minor,
  accountStatus: z.enum(userStatuses),
  kycStatus: z.enum(kycStatuses),
  decider: text.nullable(),
});

/** The way of a payment so far. */
export const stepsQuery = `
  SELECT stage, at, reason_code AS reason FROM payment_stages WHERE payment_id = ? ORDER BY id`;
export const stepRow = rowOf({ stage: z.enum(paymentStages), at: isoMoment, reason: text.nullable() });

export interface Destination {
  paymentMethod: PaymentMethod;
  stage: PaymentStage;
  currency: string;
  country: string | null;
  executionDay: string | null;
  sentAt: Date | null;
}

/** When a payment that is under way should arrive: counted from when it was sent, or may be, which is not before today. */
export function arrivalOf(payment: Destination, now: Date): string | null {
  const { stage, currency, country, executionDay, sentAt } = payment;
  if (country === null || statusOfStage[stage] !== 'pending') return null;
  const today = parisDay(now);
  const planned = executionDay !== null && executionDay > today ? executionDay : today;
  return expectedArrival(sentAt ? parisDay(sentAt) : planned, country, currency);
}

/** The points of each reason of the risk score; a reason without points of its own, such as a sanctioned name, has none. */
function pointsOf({ riskReasons, amount, worth, recipientAccount, country }: z.output<typeof detailRow>) {
  const level = riskLevel(toDecimal(worth ?? amount));
  const destination = country ?? recipientAccount.slice(0, 2);
  return (riskReasons ?? []).map((reason) => ({
    reason,
    points: reasonPoints(reason, level, destination) / 10,
  }));
}

const toPayeeDto = ({ country, bic, clearingCode, address }: z.output<typeof detailRow>) =>
  country === null ? null : { country, bic, clearing_code: clearingCode, address };

export const toPaymentDetailDto = (
  row: z.output<typeof detailRow>,
  { now, ...way }: Pick<PaymentDetail, 'stages' | 'messages' | 'sanctions'> & { now: Date },
): PaymentDetail => ({
  ...toPaymentDto(row),
  ...toDecidersDto(row),
  risk_points: pointsOf(row),
  description: row.description,
  reason: row.reason,
  reason_code: row.reasonCode,
  in_doubt: row.isInDoubt,
  recall: row.recall,
  arrival_date: arrivalOf(row, now),
  payee: toPayeeDto(row),
  ...way,
  first_approved_at: row.firstApprovedBy === null ? null : (row.firstApprovedAt?.toISOString() ?? null),
  processed_by: toDeciderDto(row.processedBy, row.decider),
  account: {
    user_id: row.userId,
    holder: row.holder,
    kyc_status: row.kycStatus,
    status: row.accountStatus,
    account_number: row.iban,
    current_balance: toDecimal(row.balance, row.currency),
    available_balance: toDecimal(row.balance - row.held, row.currency),
    overdraft_limit: toDecimal(row.overdraftLimit, row.currency),
    transfer_limit: toDecimal(row.transferLimit),
  },
});
