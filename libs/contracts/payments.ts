import { z } from 'zod';
import { oneTimeCode } from './auth';
import { compactIban, isIban, isSepa } from './iban';
import { amount, currency, positiveAmount } from './money';
import { pageQuery, pagination } from './pagination';
import { moment } from './time';
import { orderDescription, orderMaximum } from './transfers';
import { kycStatuses, userStatuses } from './users';
import { defaulting, lines, optional, optionalText, rule, text } from './validation';

export const paymentMethods = ['sepa_transfer', 'sepa_instant', 'international_transfer'] as const;
export const paymentStatuses = ['pending', 'completed', 'failed'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The allowed transitions of a payment, for the screens and the server. */
export const paymentTransitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['completed', 'failed'],
  completed: [],
  failed: [],
};

export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Amounts in euros above which the risk badge changes (specification 1, section 9). */
export const riskThresholds = { medium: 1_000, high: 10_000 } as const;

/** The risk badge of a payment depends on its amount only; a threshold itself has the lower badge. */
export function riskLevel(decimal: number): RiskLevel {
  if (decimal > riskThresholds.high) return 'high';
  return decimal > riskThresholds.medium ? 'medium' : 'low';
}

/** The reasons of a high score; the screens have their texts. */
export const riskReasons = [
  'amount',
  'new_recipient',
  'country',
  'velocity',
  'account_age',
  'time_of_day',
] as const;
export type RiskReason = (typeof riskReasons)[number];

/** The lowest score: a small payment to a known recipient. */
export const riskFloor = 0.2;

/** `score` is out of ten; null, without reasons, for a payment that was never scored. */
export const risk = z
  .object({ level: z.enum(riskLevels), score: z.number().nullable(), reasons: z.array(z.enum(riskReasons)) })
  .meta({ id: 'Risk' });
export type Risk = z.infer<typeof risk>;

/** A payment to another bank in the list of the payment validation centre. */
export const payment = z
  .object({
    id: z.int(),
    reference: z.string(),
    amount,
    currency,
    recipient_account: z.string(),
    payment_method: z.enum(paymentMethods),
    status: z.enum(paymentStatuses),
    created_at: moment,
    processed_at: moment.nullable(),
    risk,
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof payment>;

/**
 * `search` finds payments whose reference or recipient's account begins with the text; and, among the `searchedRows`
 * newest, also those that contain it. At most `searchedRows` results are listed.
 */
export const paymentListQuery = z.strictObject({
  ...pageQuery(20),
  status: defaulting(z.enum(['all', ...paymentStatuses]), 'all'),
  search: optionalText(120),
});
export type PaymentListQuery = z.infer<typeof paymentListQuery>;

/** An administrator who took part in a decision, as shown to colleagues. */
const decider = z.object({ id: z.int(), name: z.string() });

/** A payment in the administrators' list, with its customer, and the first approver if it needs two. */
export const listedPayment = z
  .object({
    ...payment.shape,
    user_id: z.int(),
    awaiting: z.literal('second_approval').nullable(),
    first_approved_by: decider.nullable(),
  })
  .meta({ id: 'ListedPayment' });
export type ListedPayment = z.infer<typeof listedPayment>;

/** The summary covers all payments, regardless of the filter; `volume` is the sum of their amounts. */
export const paymentList = z
  .object({
    payments: z.array(listedPayment),
    pagination,
    summary: z.object({ pending: z.int(), completed: z.int(), failed: z.int(), volume: amount }),
  })
  .meta({ id: 'PaymentList' });
export type PaymentList = z.infer<typeof paymentList>;

/** A typed IBAN, made compact. */
const iban = text(60).transform(compactIban).refine(isIban, rule('IBAN'));

/** The fields of a payment to another bank, before the check of its method. */
export const paymentOrder = z.object({
  recipient_account: iban,
  recipient_name: text(140),
  amount: positiveAmount(orderMaximum),
  currency: optional(z.literal('EUR')).transform((given) => given ?? 'EUR'),
  payment_method: z.enum(paymentMethods),
  description: orderDescription,
});

/** Refuses SEPA methods for IBANs outside SEPA; for `paymentOrder` and the schemas that screens derive from it. */
export const reachingItsBank = <Order extends z.ZodType<Reach>>(order: Order) =>
  order.refine(
    ({ payment_method, recipient_account }) =>
      payment_method === 'international_transfer' || isSepa(recipient_account) || !isIban(recipient_account),
    { path: ['payment_method'], message: rule('IBAN_NOT_SEPA') },
  );
type Reach = Pick<z.infer<typeof paymentOrder>, 'payment_method' | 'recipient_account'>;

export const paymentRequest = reachingItsBank(paymentOrder);
export type PaymentRequest = z.infer<typeof paymentRequest>;

export const paymentCreated = z.object({ success: z.literal(true), payment }).meta({ id: 'PaymentCreated' });
export type PaymentCreated = z.infer<typeof paymentCreated>;

/** A payment for review, with the state of the customer's account. */
export const paymentDetail = z
  .object({
    ...listedPayment.shape,
    recipient_name: z.string(),
    description: z.string(),
    reason: z.string().nullable(),
    first_approved_at: moment.nullable(),
    /** Null while it is pending, and after it expired. */
    processed_by: decider.nullable(),
    account: z.object({
      user_id: z.int(),
      holder: z.string(),
      status: z.enum(userStatuses),
      kyc_status: z.enum(kycStatuses),
      account_number: z.string(),
      current_balance: amount,
      available_balance: amount,
      overdraft_limit: amount,
      transfer_limit: amount,
    }),
  })
  .meta({ id: 'PaymentDetail' });
export type PaymentDetail = z.infer<typeof paymentDetail>;

/** The request of an administrator without two-factor, for a payment that needs no code (decisions, section 1). */
export const validationPlaceholder = '000000';

export const paymentValidation = z.object({ payment_id: z.int().positive(), validation_code: oneTimeCode });
export type PaymentValidation = z.infer<typeof paymentValidation>;

export const paymentRejection = z.object({ payment_id: z.int().positive(), reason: optional(lines(500)) });
export type PaymentRejection = z.infer<typeof paymentRejection>;

/** The response to a decision; `awaiting` (with 202) when a second administrator must confirm it. */
export const paymentDecided = z
  .object({
    success: z.literal(true),
    reference: z.string(),
    awaiting: z.literal('second_approval').optional(),
  })
  .meta({ id: 'PaymentDecided' });
export type PaymentDecided = z.infer<typeof paymentDecided>;
