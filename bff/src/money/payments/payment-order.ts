import type { PaymentRequest } from '@bank/contracts/payment-orders';
import type { PaymentPayee, PaymentStage, SanctionsFinding } from '@bank/contracts/payments';
import type { OrderCost } from './payment-costs.service';
import type { RiskScore } from './risk';

/** Who orders a payment, and in which request. */
export interface OrderedBy {
  userId: number;
  requestId: string | null;
  /** The name of the customer's device. */
  device?: string;
  /** The call has an approval; absent for orders that need none of their own, such as a series that was approved. */
  isProven?: boolean;
  /** The order pays out an ending relation: the customer's limits, which protect the customer, do not hold it up. */
  isPayout?: boolean;
}

/** An order with its payee's bank and address where the address book has them. */
export type PayeeOrder = PaymentRequest & { payee?: PaymentPayee };

export interface Payer {
  homeId: number;
  accountId: number;
}

export interface Scored extends RiskScore {
  isVerified: boolean;
  /** What the rules let go to the recipient in the last 24 hours, in cents of the euro. */
  letGo: bigint;
}

/** What the bank decides of an order. */
export interface NewPayment extends OrderCost {
  reference: string;
  amount: bigint;
  country: string;
  uetr: string | null;
  stage: PaymentStage;
  decidedBy: 'rules' | null;
  executionDay: string | null;
  risk: RiskScore;
  createdAt: Date;
  /** What the sanctions list has that is like the payee's name. */
  findings: SanctionsFinding[];
}
