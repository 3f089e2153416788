import type { Language } from '@bank/contracts/language';
import { formatFor } from '@bank/i18n/format';
import { lazily } from '@bank/i18n/lazily';
import type { TextValues } from '@bank/i18n/texts';

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

/** Euros, under the names that the texts use. */
const prices = {
  weeklyFee,
  standardDay: cardPlans.standard.day,
  standardMonth: cardPlans.standard.month,
  premiumFee: cardPlans.premium.fee,
  premiumDay: cardPlans.premium.day,
  premiumMonth: cardPlans.premium.month,
  businessFee: cardPlans.business.fee,
  businessDay: cardPlans.business.day,
  businessMonth: cardPlans.business.month,
  transferEurope: fees.transferEurope,
  transferElsewhere: fees.transferElsewhere,
  withdrawal: fees.withdrawal,
  withdrawalAbroad: fees.withdrawalAbroad,
};

const percentages = {
  cardOutsideEuro: fees.cardOutsideEuroPercent,
  withdrawalAbroadShare: fees.withdrawalAbroadPercent,
};

/** A price in a sentence has no cents; as everywhere in the product, it stands in French notation. */
const price = lazily(
  () => new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }),
);

/**
 * The facts as texts quote them, under the names that the texts use. A figure is formatted where a text quotes it: the
 * greeting, which must be there at once, quotes none.
 */
export function factsIn(language: Language): TextValues {
  const { number } = formatFor(language);
  const facts = {
    ...delays,
    freeWithdrawals: fees.freeWithdrawals,
    phoneFrom: phoneLine.from,
    phoneTo: phoneLine.to,
  };
  const quote = (figures: Record<string, number>, format: (figure: number) => string) => {
    for (const [name, figure] of Object.entries(figures)) {
      Object.defineProperty(facts, name, { get: () => format(figure) });
    }
  };
  quote(prices, (euros) => price().format(euros));
  quote(percentages, number);
  return facts;
}
