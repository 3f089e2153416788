import { z } from 'zod';
import { currencies, type Currency, homeCurrency } from './currencies';
import { isIban, isSepa } from './iban';
import { type ChargeBearer, chargeBearers } from './charges';
import { isExactIn, positiveAmount } from './money';
import { typedIban } from './payees';
import { type PaymentMethod, paymentMethods } from './payments';
import { namedDay } from './named-day';
import { payeeNameLength } from './order-limits';
import { orderDescription, orderMaximum } from './transfers';
import { optional, rule, text } from './validation';

/** The largest amount of an order in another currency than the euro, in decimal units: the least of them is worth little. */
const foreignOrderMaximum = 200_000_000_000;

/** The fields of a payment to another bank, before the check of its method. */
export const paymentOrder = z.object({
  recipient_account: typedIban,
  recipient_name: text(payeeNameLength),
  amount: positiveAmount(foreignOrderMaximum),
  /** Of the account that pays; SEPA transfers are in euros. */
  currency: optional(z.enum(currencies)).transform((given) => given ?? homeCurrency),
  payment_method: z.enum(paymentMethods),
  description: orderDescription,
  /** A Paris day after today; absent for as soon as possible. */
  execution_date: optional(namedDay),
  charges: optional(z.enum(chargeBearers)),
  /** The payer's own reference, in the character set of SEPA. */
  end_to_end_id: optional(
    text(35).regex(/^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]*(?<!\/)$/, rule('SEPA_REFERENCE')),
  ),
});

/**
 * Refuses SEPA methods for IBANs outside SEPA and other currencies, charges that a SEPA payment cannot have, and amounts that
 * are not the currency's; for `paymentOrder` and the schemas that screens derive from it.
 */
export const reachingItsBank = <Order extends z.ZodType<Reach>>(order: Order) =>
  order
    .refine(
      ({ payment_method, recipient_account }) =>
        payment_method === 'international_transfer' ||
        recipient_account === undefined ||
        isSepa(recipient_account) ||
        !isIban(recipient_account),
      { path: ['payment_method'], message: rule('IBAN_NOT_SEPA') },
    )
    .refine(
      ({ payment_method, charges = 'SHA' }) =>
        payment_method === 'international_transfer' || charges === 'SHA',
      { path: ['charges'], message: rule('SEPA_CHARGES') },
    )
    .refine(
      ({ payment_method, currency: paid = homeCurrency }) =>
        payment_method === 'international_transfer' || paid === homeCurrency,
      { path: ['currency'], message: rule('SEPA_EUROS') },
    )
    .refine(({ amount: paid, currency: of = homeCurrency }) => isExactIn(paid, of), {
      path: ['amount'],
      message: rule('AMOUNT_OF_CURRENCY'),
    })
    .refine(({ amount: paid, currency: of = homeCurrency }) => of !== homeCurrency || paid <= orderMaximum, {
      path: ['amount'],
      message: rule('AMOUNT_MAX'),
    });
interface Reach {
  payment_method: PaymentMethod;
  amount: number;
  currency?: Currency | undefined;
  charges?: ChargeBearer | undefined;
  recipient_account?: string | undefined;
}

export const paymentRequest = reachingItsBank(paymentOrder);
export type PaymentRequest = z.infer<typeof paymentRequest>;

/** A payment as it is sent: with `beneficiary_id`, account and name are those of the payer's address book. */
export const paymentCall = reachingItsBank(
  z
    .object({
      ...paymentOrder.shape,
      recipient_account: optional(typedIban),
      recipient_name: optional(paymentOrder.shape.recipient_name),
      beneficiary_id: optional(z.int().positive()),
    })
    .superRefine((call, context) => {
      if (call.beneficiary_id !== undefined) return;
      for (const field of ['recipient_account', 'recipient_name'] as const) {
        if (call[field] !== undefined) continue;
        context.addIssue({ code: 'custom', path: [field], message: rule('REQUIRED') });
      }
    }),
);
export type PaymentCall = z.infer<typeof paymentCall>;
