import type { Language } from '@bank/contracts/language';

// What the FAQ and the assistant quote (specification 2, section 9). Information, not charged: what is charged is
// the weekly fee.

export const weeklyFee = 1;

/** Euros: what a card costs each month, and what it may spend. */
export const cardPlans = {
  standard: { fee: 0, day: 1_000, month: 5_000 },
  premium: { fee: 5, day: 5_000, month: 15_000 },
  business: { fee: 15, day: 20_000, month: 50_000 },
} as const;

/** Euros, and percentages of the amount where the name says so. */
export const fees = {
  transferEurope: 5,
  transferElsewhere: 15,
  cardOutsideEuroPercent: 2,
  freeWithdrawals: 4,
  withdrawal: 2,
  withdrawalAbroad: 3,
  withdrawalAbroadPercent: 1.5,
} as const;

export const delays = {
  kycHours: '24-48',
  kycIncompleteDays: '3-5',
  kycComplexDays: 7,
  cardDays: '5-7',
  internationalDays: '1-3',
} as const;

/** Hours of the telephone line, Monday to Friday. */
export const phoneLine = { from: 9, to: 18 } as const;

/** The facts as texts quote them, under the names that the texts use. */
export function factsIn(language: Language): Record<string, string | number> {
  const percent = new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB');
  return {
    ...delays,
    weeklyFee: euros(weeklyFee),
    standardDay: euros(cardPlans.standard.day),
    standardMonth: euros(cardPlans.standard.month),
    premiumFee: euros(cardPlans.premium.fee),
    premiumDay: euros(cardPlans.premium.day),
    premiumMonth: euros(cardPlans.premium.month),
    businessFee: euros(cardPlans.business.fee),
    businessDay: euros(cardPlans.business.day),
    businessMonth: euros(cardPlans.business.month),
    transferEurope: euros(fees.transferEurope),
    transferElsewhere: euros(fees.transferElsewhere),
    cardOutsideEuro: percent.format(fees.cardOutsideEuroPercent),
    freeWithdrawals: fees.freeWithdrawals,
    withdrawal: euros(fees.withdrawal),
    withdrawalAbroad: euros(fees.withdrawalAbroad),
    withdrawalAbroadShare: percent.format(fees.withdrawalAbroadPercent),
    phoneFrom: phoneLine.from,
    phoneTo: phoneLine.to,
  };
}

/** A price in a sentence has no cents; as everywhere in the product, it stands in French notation. */
const price = new Intl.NumberFormat('fr-FR', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
});
const euros = (value: number) => price.format(value);
