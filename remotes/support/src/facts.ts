import { cardPlans } from '@bank/contracts/card-plans';
import {
  cardDeliveryDays,
  daysToArrive,
  identityDelays,
  passwordLinkMinutes,
  phoneLine,
  weeklyFee,
} from '@bank/contracts/quoted-figures';
import { lazy } from '@bank/i18n/lazy';
import type { TextValues } from '@bank/i18n/texts';

// The figures in the assistant's texts: all of them the bank's own, none a copy. Those of other texts are in `all-facts.ts`,
// which a partner's page does without.

export const between = ({ from, to }: { from: number; to: number }) => `${from}-${to}`;

const plain: TextValues = {
  kycHours: between(identityDelays.complete),
  cardDays: between(cardDeliveryDays),
  internationalDays: between({ from: daysToArrive.sepa, to: daysToArrive.elsewhere }),
  passwordMinutes: passwordLinkMinutes,
  phoneFrom: phoneLine.from,
  phoneTo: phoneLine.to,
};

/** Euros, by the names in the texts. */
const prices = {
  weeklyFee,
  standardDay: cardPlans.standard.day,
  premiumDay: cardPlans.premium.day,
  businessDay: cardPlans.elite.day,
};

/** Without cents, in French notation as in the whole product. */
const priceFormat = lazy(
  () => new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }),
);
export const price = (euros: number): string => priceFormat().format(euros);

/** Adds figures to the values of texts, formatted on access, since the first formatting delays the greeting. */
export function withFigures(
  facts: TextValues,
  figures: Record<string, number>,
  format: (figure: number) => string,
): TextValues {
  for (const [name, figure] of Object.entries(figures)) {
    Object.defineProperty(facts, name, { get: () => format(figure) });
  }
  return facts;
}

/** The values of the assistant's texts, alike in both languages. */
export const chatFacts = (): TextValues => withFigures({ ...plain }, prices, price);
