import { defaultLimits, limitedLevel } from '@bank/contracts/account-limits';
import { cardPlans } from '@bank/contracts/card-plans';
import { revealSeconds } from '@bank/contracts/card-reveal';
import type { Language } from '@bank/contracts/language';
import { identityDelays, internationalFees, markupPercent, statedFees } from '@bank/contracts/quoted-figures';
import { formatFor } from '@bank/i18n/format';
import type { TextValues } from '@bank/i18n/texts';
import { between, chatFacts, price, withFigures } from './facts';

const plain: TextValues = {
  kycIncompleteDays: between(identityDelays.incomplete),
  kycComplexDays: identityDelays.complex,
  revealSeconds,
  freeWithdrawals: statedFees.freeWithdrawals,
};

/** Euros, by the names in the texts. */
const prices = {
  standardMonth: cardPlans.standard.month,
  premiumFee: cardPlans.premium.fee,
  premiumMonth: cardPlans.premium.month,
  businessFee: cardPlans.elite.fee,
  businessMonth: cardPlans.elite.month,
  transferEurope: internationalFees.europe.SHA,
  transferElsewhere: internationalFees.elsewhere.SHA,
  withdrawal: statedFees.withdrawal,
  withdrawalAbroad: statedFees.withdrawalAbroad,
  limitedTotal: limitedLevel.incomingTotal,
  limitedDay: limitedLevel.outgoingPerDay,
  overdraft: defaultLimits.overdraft,
};

const percentages = {
  cardOutsideEuro: statedFees.cardOutsideEuroPercent,
  withdrawalAbroadShare: statedFees.withdrawalAbroadPercent,
  exchangeMarkup: markupPercent,
};

/** The values of all texts: those of the assistant, of the frequent questions and of the newcomers'. */
export function allFacts(language: Language): TextValues {
  const { number } = formatFor(language);
  const facts = withFigures(Object.assign(chatFacts(), plain), prices, price);
  return withFigures(facts, percentages, number);
}
