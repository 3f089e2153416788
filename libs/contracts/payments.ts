import { z } from 'zod';
import { oneTimeCode } from './auth';
import { type ChargeBearer, chargeBearers } from './charges';
import { amount, currency } from './money';
import { why } from './next-step';
import { paymentPayee, sanctionsFinding } from './payment-payees';
import { id, pageQuery, pagination } from './pagination';
import { day, moment } from './time';
import { kycStatuses, userStatuses } from './users';
import { defaulting, lines, optional, searchText, text } from './validation';
import { workHolders } from './work';

export const paymentMethods = ['sepa_transfer', 'sepa_instant', 'international_transfer'] as const;
export const paymentStatuses = ['pending', 'completed', 'failed'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The way of a payment beside its status (the bank and the world, section 3). */
export const paymentStages = [
  'awaiting_approval',
  'scheduled',
  'queued',
  'sent',
  'settled',
  'rejected',
  'returned',
  'cancelled',
] as const;
export type PaymentStage = (typeof paymentStages)[number];

/** The allowed transitions of a payment, for the screens and the server. Its money is held until `sent` books it. */
export const stageTransitions: Record<PaymentStage, readonly PaymentStage[]> = {
  awaiting_approval: ['scheduled', 'queued', 'rejected', 'cancelled'],
  // Back to a person when its payee has come on the sanctions list since, or its payer was deactivated or lost the level for it.
  scheduled: ['awaiting_approval', 'queued', 'rejected', 'cancelled'],
  queued: ['sent', 'rejected', 'cancelled'],
  sent: ['settled', 'rejected', 'returned'],
  settled: ['returned'],
  rejected: [],
  returned: [],
  cancelled: [],
};

/** The status that each stage has. */
export const statusOfStage: Record<PaymentStage, PaymentStatus> = {
  awaiting_approval: 'pending',
  scheduled: 'pending',
  queued: 'pending',
  sent: 'pending',
  settled: 'completed',
  rejected: 'failed',
  returned: 'failed',
  cancelled: 'failed',
};

/** Whether a person may still approve or reject a payment: also one that the rules let go, until it is sent. */
export const isDecidable = ({ stage, decided_by }: Pick<Payment, 'stage' | 'decided_by'>): boolean =>
  stageTransitions[stage].includes('cancelled') && decided_by !== 'person';

/**
 * Whether a person may still reject a payment: also an approved one that waits for its day, or, as its details tell, for a payer
 * who is deactivated.
 */
export const isRejectable = ({
  account,
  ...payment
}: Pick<Payment, 'stage' | 'decided_by'> & { account?: Pick<PaymentDetail['account'], 'status'> }): boolean =>
  isDecidable(payment) ||
  payment.stage === 'scheduled' ||
  (payment.stage === 'queued' && account?.status === 'inactive');

/** The decider of a payment. */
export const paymentDeciders = ['rules', 'person'] as const;

export * from './payment-payees';
export { type ChargeBearer, chargeBearers };

/** How far ahead a payment may be planned, in days. */
export const plannedDaysMaximum = 366;

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
  /**
   * The payee's name is like one of the sanctions list: a person decides, whatever the score and the amount. Never among those
   * that the payer reads.
   */
  'sanctions',
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
    /** The worth in euros, when it was ordered, of an amount in another currency. */
    worth: amount.optional(),
    recipient_account: z.string(),
    payment_method: z.enum(paymentMethods),
    status: z.enum(paymentStatuses),
    created_at: moment,
    processed_at: moment.nullable(),
    risk,
    stage: z.enum(paymentStages),
    decided_by: z.enum(paymentDeciders).nullable(),
    /** In the payment's currency, charged beside its amount. */
    fee: amount,
    charges: z.enum(chargeBearers).nullable(),
    execution_date: day.nullable(),
    end_to_end_id: z.string().nullable(),
    /** The tracking id of an international payment for the banks on the way: a UUID, version 4. */
    uetr: z.string().nullable(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof payment>;

/** The amount in euros, which risk and totals are reckoned in. */
export const worthOf = ({ amount: paid, worth }: Pick<Payment, 'amount' | 'worth'>): number => worth ?? paid;

/** A payment in doubt was sent, and what became of it is not known yet. */
export const stageFilters = ['all', ...paymentStages, 'in_doubt'] as const;

/** The orders of the list; `risk` is the highest score first. */
export const paymentSorts = ['newest', 'oldest', 'risk', 'amount'] as const;

/**
 * `risk` (of the amount) and the orders but `newest` look through the payments that can be paged through: the newest
 * `countedRows` of the status and the stage. `search` finds payments whose reference or recipient's account begins with the text;
 * and, among the `searchedRows` newest, also those that contain it. At most `searchedRows` results are listed.
 */
export const paymentListQuery = z.strictObject({
  ...pageQuery(20),
  status: defaulting(z.enum(['all', ...paymentStatuses]), 'all'),
  stage: defaulting(z.enum(stageFilters), 'all'),
  risk: defaulting(z.enum(['all', ...riskLevels]), 'all'),
  sort: defaulting(z.enum(paymentSorts), 'newest'),
  mine: defaulting(z.enum(workHolders), 'all'),
  search: optional(searchText(120)),
});
export type PaymentListQuery = z.infer<typeof paymentListQuery>;

/** An administrator who took part in a decision, as shown to colleagues. */
const decider = z.object({ id: z.int(), name: z.string() });

/** A payment in the administrators' list, with its customer, and the first approver if it needs two. */
export const listedPayment = z
  .object({
    ...payment.shape,
    user_id: z.int(),
    /** The payer: the holder of the account. */
    holder: z.string(),
    recipient_name: z.string(),
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

const createdPayment = z.object({ ...payment.shape, why }).meta({ id: 'CreatedPayment' });
export const paymentCreated = z
  .object({ success: z.literal(true), payment: createdPayment })
  .meta({ id: 'PaymentCreated' });
export type PaymentCreated = z.infer<typeof paymentCreated>;

/** One step on a payment's way; `reason` is a code of ISO 20022, such as AC04. */
export const paymentStep = z
  .object({ stage: z.enum(paymentStages), at: moment, reason: z.string().nullable() })
  .meta({ id: 'PaymentStep' });
export type PaymentStep = z.infer<typeof paymentStep>;

/** Whether the money of a sent payment was asked back, and the answer; `expired` where none came in time. */
export const recallStates = ['asked', 'granted', 'refused', 'expired'] as const;

/** A customer's own payment with its way so far. */
export const ownPayment = z
  .object({
    ...payment.shape,
    recipient_name: z.string(),
    description: z.string(),
    /** Why it failed: a code of ISO 20022, or null. */
    reason_code: z.string().nullable(),
    /** The words of the person who refused it. */
    reason: z.string().nullable(),
    /** The other bank has not answered in time; asked until known. */
    in_doubt: z.boolean(),
    recall: z.enum(recallStates).nullable(),
    /** When it should be with the recipient's bank, while an international payment is under way. */
    arrival_date: day.nullable(),
    cancellable: z.boolean(),
    recallable: z.boolean(),
    stages: z.array(paymentStep),
    why,
  })
  .meta({ id: 'OwnPayment' });
export type OwnPayment = z.infer<typeof ownPayment>;

/** Whether a message of a payment was sent to the clearing house or came from it. */
export const messageDirections = ['out', 'in'] as const;

/** A message about a payment; `at` is when it was stored, `answered_at` when it was answered or worked on. */
export const paymentMessage = z
  .object({
    direction: z.enum(messageDirections),
    /** The name of its definition, such as `pacs.008.001.08` (ISO 20022). */
    type: z.string(),
    message_id: z.string(),
    at: moment,
    answered_at: moment.nullable(),
  })
  .meta({ id: 'PaymentMessage' });
export type PaymentMessage = z.infer<typeof paymentMessage>;

/** The path of a message of a payment. */
export const paymentMessageParameters = z.object({
  id,
  direction: z.enum(messageDirections),
  message_id: text(80),
});
export type PaymentMessageParameters = z.infer<typeof paymentMessageParameters>;

/** A message as it was sent or received; it may carry other payments of the same batch. */
export const paymentMessageText = z
  .object({ ...paymentMessage.shape, xml: z.string() })
  .meta({ id: 'PaymentMessageText' });
export type PaymentMessageText = z.infer<typeof paymentMessageText>;

/** A payment for review, with its way so far, its messages, and the state of the customer's account. */
export const paymentDetail = z
  .object({
    ...listedPayment.shape,
    /** How many of the score's ten points each of its reasons added, as far as it is known. */
    risk_points: z.array(z.object({ reason: z.enum(riskReasons), points: z.number() })),
    description: z.string(),
    /** The words of the person who refused it. */
    reason: z.string().nullable(),
    /** Why the network refused or returned it: a code of ISO 20022, or null. */
    reason_code: z.string().nullable(),
    /** The other bank has not answered in time; asked until known. */
    in_doubt: z.boolean(),
    recall: z.enum(recallStates).nullable(),
    arrival_date: day.nullable(),
    /** The payee's bank and address, where the payment names them. */
    payee: paymentPayee.nullable(),
    /** The names on the sanctions list that resemble the payee's, best match first. */
    sanctions: z.array(sanctionsFinding),
    stages: z.array(paymentStep),
    /** By the time when they were stored. */
    messages: z.array(paymentMessage),
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

/**
 * `seen` are the entries of the sanctions list that the approver has read with the payment: it is not approved with others.
 * Absent from older clients.
 */
export const paymentValidation = z.object({
  payment_id: z.int().positive(),
  validation_code: oneTimeCode,
  seen: z.array(z.string().max(120)).max(100).optional(),
});
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
