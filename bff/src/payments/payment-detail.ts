import { toDecimal } from '@bank/contracts/money';
import type { PaymentDetail, PaymentStatus } from '@bank/contracts/payments';
import { minorUnits, wholeNumber } from '../common/money-column';
import { wirePayment } from './wire-payment';

export type DetailRow = Pick<
  PaymentDetail,
  'reference' | 'currency' | 'recipient_account' | 'payment_method'
> &
  Pick<PaymentDetail, 'status' | 'recipient_name' | 'description' | 'reason'> &
  DecidersRow &
  Pick<PaymentDetail['account'], 'user_id' | 'holder' | 'kyc_status'> &
  Record<
    'id' | 'account_id' | 'amount' | 'balance' | 'held' | 'overdraft_limit' | 'transfer_limit',
    string
  > & {
    iban: string;
    account_status: PaymentDetail['account']['status'];
    risk_score: string | null;
    risk_reasons: string | null;
    created_at: Date;
    processed_at: Date | null;
    processed_by: number | null;
    decider: string | null;
    first_approved_at: Date | null;
  };

/** Who has a part in a payment: whoever it belongs to and whoever approved it first. */
export interface DecidersRow {
  status: PaymentStatus;
  user_id: number;
  first_approved_by: number | null;
  first_approver: string | null;
}

/** The same for a page of payments. */
export const decidersQuery = `
  SELECT p.id, p.status, a.user_id, p.first_approved_by, CONCAT(f.first_name, ' ', f.last_name) AS first_approver
  FROM payments p JOIN accounts a ON a.id = p.account_id LEFT JOIN users f ON f.id = p.first_approved_by
  WHERE p.id IN (?)`;

export const wireDeciders = ({ status, user_id, first_approved_by, first_approver }: DecidersRow) => ({
  user_id,
  awaiting: status === 'pending' && first_approved_by !== null ? ('second_approval' as const) : null,
  first_approved_by: decider(first_approved_by, first_approver),
});

const decider = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** A payment with its account and the people behind it. */
export const detailQuery = `
  SELECT p.id, p.reference, p.account_id, p.amount, p.currency, p.recipient_account, p.recipient_name,
    p.payment_method, p.description, p.status, p.reason, p.risk_score, p.risk_reasons, p.first_approved_by,
    p.first_approved_at, p.created_at, p.processed_at, p.processed_by, a.user_id, a.iban, a.balance, a.held,
    a.overdraft_limit, a.transfer_limit, CONCAT(u.first_name, ' ', u.last_name) AS holder,
    u.status AS account_status, u.kyc_status, CONCAT(f.first_name, ' ', f.last_name) AS first_approver,
    CONCAT(d.first_name, ' ', d.last_name) AS decider
  FROM payments p JOIN accounts a ON a.id = p.account_id JOIN users u ON u.id = a.user_id
    LEFT JOIN users f ON f.id = p.first_approved_by LEFT JOIN users d ON d.id = p.processed_by
  WHERE p.id = ?`;

export function wireDetail(row: DetailRow): PaymentDetail {
  const { recipient_name, description, reason, user_id, holder, kyc_status } = row;
  const balance = minorUnits(row.balance);
  return {
    ...wirePayment({
      ...{ reference: row.reference, currency: row.currency, status: row.status },
      id: wholeNumber(row.id),
      accountId: wholeNumber(row.account_id),
      amount: minorUnits(row.amount),
      recipientAccount: row.recipient_account,
      paymentMethod: row.payment_method,
      riskScore: row.risk_score,
      riskReasons: row.risk_reasons === null ? null : (JSON.parse(row.risk_reasons) as []),
      createdAt: row.created_at,
      processedAt: row.processed_at,
    }),
    ...wireDeciders(row),
    ...{ recipient_name, description, reason },
    first_approved_at: row.first_approved_at?.toISOString() ?? null,
    processed_by: decider(row.processed_by, row.decider),
    account: {
      ...{ user_id, holder, kyc_status },
      status: row.account_status,
      account_number: row.iban,
      current_balance: toDecimal(balance),
      available_balance: toDecimal(balance - minorUnits(row.held)),
      overdraft_limit: toDecimal(minorUnits(row.overdraft_limit)),
      transfer_limit: toDecimal(minorUnits(row.transfer_limit)),
    },
  };
}
