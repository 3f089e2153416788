// Without zod, which pages that quote these limits do without.

/** The limits of a new account, in euros (specification 2, section 9). */
export const defaultLimits = {
  transferPerDay: 10_000,
  withdrawalPerDay: 1_000,
  cardPerMonth: 3_000,
  overdraft: 500,
};

/**
 * The limits of an account while its owner's identity is not approved, in euros: what it takes in altogether, and gives out
 * in a day of Paris. It has no overdraft, no international payment and no physical card.
 */
export const limitedLevel = { incomingTotal: 1_000, outgoingPerDay: 250 };
