import { limitedLevel } from '@bank/contracts/account-limits';
import { cardPlans } from '@bank/contracts/card-plans';
import { markupPercent } from '@bank/contracts/exchange-amounts';
import type { Language } from '@bank/contracts/language';
import {
  cardDeliveryDays,
  daysToArrive,
  identityDelays,
  internationalFees,
  passwordLinkMinutes,
  phoneLine,
  statedFees,
  weeklyFee,
} from '@bank/contracts/quoted-figures';
import { formatFor } from '@bank/i18n/format';
import { lazy } from '@bank/i18n/lazy';
import type { TextValues } from '@bank/i18n/texts';

// The figures in texts of the FAQ and the assistant: all of them the bank's own, none a copy.

const between = ({ from, to }: { from: number; to: number }) => `${from}-${to}`;

const plain: TextValues = {
  kycHours: between(identityDelays.complete),
  kycIncompleteDays: between(identityDelays.incomplete),
  kycComplexDays: identityDelays.complex,
  cardDays: between(cardDeliveryDays),
  internationalDays: between({ from: daysToArrive.sepa, to: daysToArrive.elsewhere }),
  passwordMinutes: passwordLinkMinutes,
  freeWithdrawals: statedFees.freeWithdrawals,
  phoneFrom: phoneLine.from,
  phoneTo: phoneLine.to,
};

/** Euros, by the names in the texts. */
const prices = {
  weeklyFee,
  standardDay: cardPlans.standard.day,
  standardMonth: cardPlans.standard.month,
  premiumFee: cardPlans.premium.fee,
  premiumDay: cardPlans.premium.day,
  premiumMonth: cardPlans.premium.month,
  businessFee: cardPlans.elite.fee,
  businessDay: cardPlans.elite.day,
  businessMonth: cardPlans.elite.month,
  transferEurope: internationalFees.europe.SHA,
  transferElsewhere: internationalFees.elsewhere.SHA,
  withdrawal: statedFees.withdrawal,
  withdrawalAbroad: statedFees.withdrawalAbroad,
  limitedTotal: limitedLevel.incomingTotal,
  limitedDay: limitedLevel.outgoingPerDay,
};

const percentages = {
  cardOutsideEuro: statedFees.cardOutsideEuroPercent,
  withdrawalAbroadShare: statedFees.withdrawalAbroadPercent,
  exchangeMarkup: markupPercent,
};

/** Without cents, in French notation as in the whole product. */
const price = lazy(
  () => new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }),
);

/** The values of texts. Figures are formatted on access, since the first formatting delays the greeting. */
export function factsIn(language: Language): TextValues {
  const { number } = formatFor(language);
  const facts = { ...plain };
  const define = (figures: Record<string, number>, format: (figure: number) => string) => {
    for (const [name, figure] of Object.entries(figures)) {
      Object.defineProperty(facts, name, { enumerable: true, get: () => format(figure) });
    }
  };
  define(prices, (euros) => price().format(euros));
  define(percentages, number);
  return facts;
}
