import type { Card } from './cards';

/**
 * What distinguishes the types of cards, in euros (specification 2, section 9): the price of a month, which the frequent
 * questions state and which is not charged, and what a card may spend in a day and in a month of Paris until its holder sets
 * other limits. The account's own apply as well; the type `elite` is Business in texts.
 */
export const cardPlans = {
  standard: { fee: 0, day: 1_000, month: 5_000 },
  premium: { fee: 5, day: 5_000, month: 15_000 },
  elite: { fee: 15, day: 20_000, month: 50_000 },
} as const satisfies Record<Card['type'], { fee: number; day: number; month: number }>;
