import type { PaymentRequest } from '@bank/contracts/payment-orders';
import type { PaymentPayee, PaymentStage, SanctionsFinding } from '@bank/contracts/payments';
import type { OrderCost } from './payment-costs.service';
import type { RiskScore } from './risk';

/** The person who orders a payment, and their request. */
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
  /** Payments to the recipient that the rules allowed in the last 24 hours, in euro cents. */
  letGo: bigint;
}

/** The bank's decision about an order. */
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
  /** The names on the sanctions list that resemble the payee's. */
  findings: SanctionsFinding[];
}
