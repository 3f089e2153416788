import type { Language } from '@bank/contracts/language';
import { formatFor } from '@bank/i18n/format';
import { lazy } from '@bank/i18n/lazy';
import type { TextValues } from '@bank/i18n/texts';

// Figures in texts of the FAQ and the assistant (specification 2, section 9). Only the weekly fee is charged.

export const weeklyFeeText = 1;

/** Euros: monthly fee and spending limits. */
export const cardPlans = {
  standard: { fee: 0, day: 1_000, month: 5_000 },
  premium: { fee: 5, day: 5_000, month: 15_000 },
  business: { fee: 15, day: 20_000, month: 50_000 },
} as const;

/** Euros, or percentages where the name ends in `Percent`. */
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

/** Euros, by the names in the texts. */
const prices = {
  weeklyFee: weeklyFeeText,
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

/** Without cents, in French notation as in the whole product. */
const price = lazy(
  () => new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }),
);

/** The values of texts. Figures are formatted on access, since the first formatting delays the greeting. */
export function factsIn(language: Language): TextValues {
  const { number } = formatFor(language);
  const facts = {
    ...delays,
    freeWithdrawals: fees.freeWithdrawals,
    phoneFrom: phoneLine.from,
    phoneTo: phoneLine.to,
  };
  const define = (figures: Record<string, number>, format: (figure: number) => string) => {
    for (const [name, figure] of Object.entries(figures)) {
      Object.defineProperty(facts, name, { get: () => format(figure) });
    }
  };
  define(prices, (euros) => price().format(euros));
  define(percentages, number);
  return facts;
}
