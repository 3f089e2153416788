// Without zod: the frames on partners' pages read this too.

/** The largest amount of one order, in euros; the daily limit of the account is separate. */
export const orderMaximum = 10_000_000;

/** The longest description of an order that SEPA transmits, and the longest name of a payee, in characters. */
export const descriptionLength = 140;
export const payeeNameLength = 140;
