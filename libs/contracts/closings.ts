import { z } from 'zod';
import { isSepa } from './iban';
import { amount, currency } from './money';
import { typedIban } from './payees';
import { moment } from './time';
import { optional, rule } from './validation';

/** Why the relation cannot be closed now. */
export const closingObstacles = [
  /** Payments, top-ups or transfers that are under way. */
  'money_under_way',
  /** Direct debits that are announced, due or held. */
  'direct_debits',
  /** Reserved money, such as by a card payment. */
  'reserved',
  /** A negative balance. */
  'overdrawn',
  /** Payments by card that the balance did not cover, and that the bank paid. */
  'owed',
  /** A dispute or an appeal without a decision, or a chargeback that was asked for and is not booked. */
  'claims',
  /** A payment that was recalled, whose recall is not answered, or whose money is to come back. */
  'recalls',
  /** Accounts in other currencies that hold money. */
  'currencies',
  /** A balance while no payments to other banks are offered. */
  'no_payments',
  /** A member of staff. */
  'staff',
] as const;
export type ClosingObstacle = (typeof closingObstacles)[number];

/** `paying`: the balance is on its way; `failed`: it came back, and the relation goes on. */
export const closingStates = ['paying', 'closed', 'failed'] as const;

/** The largest number of days after which a bank may return a transfer that it has credited. */
export const returnDays = 30;

/** The account at another bank that gets the balance; it must be the customer's own. Not needed without a balance. */
export const closingRequest = z.object({
  iban: optional(typedIban.refine(isSepa, rule('IBAN_NOT_SEPA'))),
});
export type ClosingRequest = z.infer<typeof closingRequest>;

/** A closing that the customer asked for. */
export const closing = z
  .object({
    id: z.int(),
    state: z.enum(closingStates),
    iban: z.string().nullable(),
    /** The payment of the balance, if there is one; cancelling it gives up the closing. */
    payment_id: z.int().nullable(),
    requested_at: moment,
  })
  .meta({ id: 'Closing' });
export type Closing = z.infer<typeof closing>;

/** The effects of closing the relation, and the newest closing. */
export const closingOutlook = z
  .object({
    closing: closing.nullable(),
    obstacles: z.array(z.enum(closingObstacles)),
    /** The currencies of the accounts that hold money beside the euro. */
    currencies: z.array(currency),
    /** In euros, to be paid out. */
    balance: amount,
    /** Whose account it must be. */
    holder: z.string(),
    /** The data kept after the closing, in the request's language. */
    kept: z.array(z.object({ kind: z.string(), kept: z.string(), law: z.string() })),
  })
  .meta({ id: 'ClosingOutlook' });
export type ClosingOutlook = z.infer<typeof closingOutlook>;
