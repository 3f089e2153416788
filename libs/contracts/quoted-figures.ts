import type { ChargeBearer } from './charges';

// Figures that the frequent questions and the assistant quote; the bank charges by the same constants.
// Without zod, which those pages do without.

/** The weekly fee of an account, in euros (specification 2, section 9). */
export const weeklyFee = 1;

/** Days from the opening of an account to its first weekly fee, and from each to the next. */
export const daysPerWeek = 7;

/** The zones of the two international prices in the frequent questions (specification 2, section 9). */
export type PriceZone = 'europe' | 'elsewhere';

/**
 * What an international payment costs its payer, in euros: with SHA this bank's part, with OUR also what the banks on the
 * way and the recipient's may take, with BEN nothing.
 */
export const internationalFees: Record<PriceZone, Record<ChargeBearer, number>> = {
  europe: { SHA: 5, OUR: 20, BEN: 0 },
  elsewhere: { SHA: 15, OUR: 30, BEN: 0 },
};

/** The bank's markup on exchanges, also of payments by card in another currency, in percent (the bank and the world, section 2). */
export const markupPercent = 0.5;

/** Business days (TARGET) until an international payment arrives, counted from the day when it leaves. */
export const daysToArrive = { sepa: 1, near: 2, elsewhere: 3 };

/** Business days after the order of a card of plastic, until it arrives. */
export const cardDeliveryDays = { from: 5, to: 7 };

/**
 * Prices that the frequent questions state and nothing charges (wire contract, section 1): of payments by card in another
 * currency, and of cash. Euros, or percentages where the name ends in `Percent`. With them belong the fees of `cardPlans`.
 */
export const statedFees = {
  cardOutsideEuroPercent: 2,
  freeWithdrawals: 4,
  withdrawal: 2,
  withdrawalAbroad: 3,
  withdrawalAbroadPercent: 1.5,
} as const;

/** Promises on identity files, for people who decide (specification 2, section 9): hours, business days, days. */
export const identityDelays = {
  complete: { from: 24, to: 48 },
  incomplete: { from: 3, to: 5 },
  complex: 7,
} as const;

/** Minutes for which a link to a new password is accepted (wire contract, section 3). */
export const passwordLinkMinutes = 30;

/** The recovery codes that come with a second factor. */
export const recoveryCodeCount = 10;

/** Hours of the telephone line, Monday to Friday (specification 2, section 4). */
export const phoneLine = { from: 9, to: 18 } as const;
