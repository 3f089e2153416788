import { z } from 'zod';
import { type ChargeBearer, chargeBearers } from './charges';
import { countriesNotServed } from './countries';
import { type Currency, currencies, homeCurrency } from './currencies';
import { converted } from './exchange-amounts';
import { isEuropean, isSepa } from './iban';
import { amount, currency, toMinor } from './money';
import { type Rate, rateOfEuro } from './rates';
import { targetDayAfter } from './target-days';
import { daysToArrive, internationalFees } from './quoted-figures';
import { namedDay } from './named-day';
import { day } from './time';
import { defaulting, optional, text } from './validation';

export { type ChargeBearer, chargeBearers };

/** The properties that determine an international payment's price: destination, bearer of charges, currency. */
export interface PricedPayment {
  /** Of the recipient's account (ISO 3166, two letters). */
  country: string;
  charges: ChargeBearer;
  currency: Currency;
}

/** The fee of an international payment in minor units of its currency, at a rate for one euro, rounded half to even. */
export function internationalFee({ country, charges, currency }: PricedPayment, rate: Rate): bigint {
  const minor = toMinor(internationalFees[isEuropean(country) ? 'europe' : 'elsewhere'][charges]);
  return converted(minor, { from: homeCurrency, to: currency, rates: { from: rateOfEuro, to: rate } });
}

/** Outside SEPA, countries whose banks our correspondent reaches directly. */
const nearCountries = new Set(['AU', 'CA', 'HK', 'JP', 'NZ', 'SG', 'US']);

/**
 * The day when an international payment that leaves on `from` should be with the recipient's bank: an estimate, since banks
 * on the way may check it. Euros arrive in a SEPA country on the next business day.
 */
export function expectedArrival(from: string, country: string, paid: string): string {
  if (isSepa(country))
    return targetDayAfter(from, paid === homeCurrency ? daysToArrive.sepa : daysToArrive.near);
  return targetDayAfter(from, nearCountries.has(country) ? daysToArrive.near : daysToArrive.elsewhere);
}

/** `country`: where the recipient's account is. */
export const paymentCostQuery = z.strictObject({
  currency: defaulting(z.enum(currencies), homeCurrency),
  charges: defaulting(z.enum(chargeBearers), 'SHA'),
  country: text(2).regex(/^[A-Z]{2}$/),
  execution_date: optional(namedDay),
});
export type PaymentCostQuery = z.infer<typeof paymentCostQuery>;

/** The cost and the day of arrival of an international payment ordered now; the fee is in the payment's currency. */
export const paymentCost = z
  .object({
    fee: amount,
    currency,
    charges: z.enum(chargeBearers),
    country: z.string(),
    /** Estimated. */
    arrival_date: day,
    /** For one euro; 1 in euros. */
    rate: z.number(),
    /** The countries to which the bank sends no money. */
    countries_not_served: z.array(z.enum(countriesNotServed)),
  })
  .meta({ id: 'PaymentCost' });
export type PaymentCost = z.infer<typeof paymentCost>;
