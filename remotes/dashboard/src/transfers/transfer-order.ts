import { z } from 'zod';
import { homeCurrency } from '@bank/contracts/currencies';
import type { ChargeBearer } from '@bank/contracts/charges';
import { compactIban, methodFor } from '@bank/contracts/iban';
import { type PaymentCall, paymentOrder, reachingItsBank } from '@bank/contracts/payment-orders';
import { type PaymentMethod, paymentMethods } from '@bank/contracts/payments';
import {
  standingFrequencies,
  standingOrderFields,
  type StandingFrequency,
} from '@bank/contracts/standing-orders';
import { transferRequest, type TransferRequest } from '@bank/contracts/transfers';
import { typedAmount } from '@bank/contracts/typed-amount';
import { plainText, rule } from '@bank/contracts/validation';
import { bankToday } from '@bank/i18n/format';

/** When money leaves: at once, on a day to come, or again and again. */
export const timings = ['now', 'date', 'standing'] as const;
export type Timing = (typeof timings)[number];

/** The form as typed; `to` selects one of the two kinds of recipient. */
export interface TypedOrder {
  to: 'customer' | 'iban';
  recipient_id: string;
  /** The name of a recipient who was found or chosen, in place of the fields below; otherwise empty. */
  recipient_label: string;
  /** The number of a recipient who was found by an e-mail or telephone that they never proved to be theirs; otherwise empty. */
  unverified_id: string;
  /** The id of a chosen entry of the address book, whose account and name are in the fields below. */
  beneficiary_id: string;
  recipient_account: string;
  recipient_name: string;
  /** The country of a chosen entry without an IBAN; otherwise empty. */
  payee_country: string;
  payment_method: PaymentMethod;
  /** Of an international transfer. */
  currency: string;
  charges: ChargeBearer;
  amount: string;
  description: string;
  when: Timing;
  execution_date: string;
  frequency: StandingFrequency;
  first_run: string;
  until: string;
}

export const emptyOrder: TypedOrder = {
  to: 'customer',
  recipient_id: '',
  recipient_label: '',
  unverified_id: '',
  beneficiary_id: '',
  recipient_account: '',
  recipient_name: '',
  payee_country: '',
  payment_method: paymentMethods[0],
  currency: homeCurrency,
  charges: 'SHA',
  amount: '',
  description: '',
  when: 'now',
  execution_date: '',
  frequency: 'monthly',
  first_run: '',
  until: '',
};

/** How a standing order repeats. */
export interface Rhythm {
  frequency: StandingFrequency;
  first_run: string;
  until?: string | undefined;
}

/** A payment with account and name, also of an entry of the address book. */
export type PaymentToAccount = PaymentCall & { recipient_account: string; recipient_name: string };

/** An order to another bank; `country` is that of an account without an IBAN. */
export interface OutsideOrder {
  to: 'iban';
  request: PaymentToAccount;
  country?: string;
}

/**
 * A valid transfer: the kind of call, its request, its rhythm if it repeats, the name of a customer who was found, and whether they
 * never proved that what they were found by is theirs.
 */
export type TransferOrder = { rhythm?: Rhythm; name?: string; isUnverified?: boolean } & (
  | { to: 'customer'; request: TransferRequest }
  | OutsideOrder
);

const typedNumber = plainText(16)
  .refine((typed) => /^\d+$/.test(typed), rule('WHOLE_NUMBER'))
  .transform(Number)
  .pipe(transferRequest.shape.recipient_id);

const timing = {
  when: z.enum(timings),
  frequency: z.enum(standingFrequencies),
  first_run: standingOrderFields.shape.until,
  until: standingOrderFields.shape.until,
};

interface Timed {
  when: Timing;
  execution_date?: string | undefined;
  first_run?: string | undefined;
  until?: string | undefined;
}

/** What of a payment to an IBAN decides whether it may repeat; `charges` is blank for those of its method. */
interface Repeatable {
  recipient_account: string;
  payment_method: PaymentMethod;
  currency: string;
  charges?: ChargeBearer | '' | undefined;
}

/** Whether a standing order keeps what was chosen: its runs are in euros, with shared charges, by the account's own method. */
export const mayRepeat = ({
  recipient_account: account,
  payment_method: method,
  currency,
  charges,
}: Repeatable) =>
  method !== 'international_transfer' ||
  (methodFor(compactIban(account)) === method && currency === homeCurrency && (charges || 'SHA') === 'SHA');

/** Refuses a standing order that would be another one than the person chose, beside a field that is always shown. */
const refuseRepeat = (context: z.core.$RefinementCtx) =>
  context.addIssue({ code: 'custom', path: ['payment_method'], message: rule('STANDING_ORDER') });

/** The days that the chosen timing needs; those of another are blank. */
function checkDays(
  { when, execution_date: day, first_run: first, until }: Timed,
  context: z.core.$RefinementCtx,
): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (when === 'date' && day === undefined) refuse('execution_date', rule('REQUIRED'));
  if (when === 'date' && day !== undefined && day <= bankToday())
    refuse('execution_date', rule('EXECUTION_DATE'));
  if (when !== 'standing') return;
  if (first === undefined) refuse('first_run', rule('REQUIRED'));
  else if (first < bankToday()) refuse('first_run', rule('DAY_PAST'));
  else if (until !== undefined && until < first) refuse('until', rule('UNTIL_EARLY'));
}

const toCustomer = transferRequest
  .extend({
    to: z.literal('customer'),
    recipient_id: typedNumber,
    amount: typedAmount(transferRequest.shape.amount),
    ...timing,
  })
  .superRefine(checkDays);

const toIban = reachingItsBank(
  paymentOrder
    .extend({
      to: z.literal('iban'),
      amount: typedAmount(paymentOrder.shape.amount),
      beneficiary_id: z.string(),
      ...timing,
    })
    .superRefine(checkDays)
    .superRefine((order, context) => {
      if (order.when === 'standing' && !mayRepeat(order)) refuseRepeat(context);
    }),
);

/** To an entry of the address book without an IBAN, whose account number needs no check here. */
const toAbroad = reachingItsBank(
  paymentOrder
    .extend({
      to: z.literal('abroad'),
      recipient_account: z.string(),
      payment_method: z.literal('international_transfer'),
      amount: typedAmount(paymentOrder.shape.amount),
      beneficiary_id: z.string(),
      payee_country: z.string(),
      ...timing,
    })
    .superRefine(checkDays)
    .superRefine(({ when }, context) => {
      if (when === 'standing') refuseRepeat(context);
    }),
);

const orders = z.discriminatedUnion('to', [toCustomer, toIban, toAbroad]);

/** Currency and charges belong to international transfers, which alone reach accounts without an IBAN. */
function chosenMethod({ to, payee_country: country, payment_method: method, currency, charges }: TypedOrder) {
  if (to === 'customer') return { to };
  if (country !== '') return { to: 'abroad' as const, payment_method: 'international_transfer' as const };
  const isInternational = method === 'international_transfer';
  return { to, currency: isInternational ? currency : homeCurrency, charges: isInternational ? charges : '' };
}

/** With the fields that an older draft lacks, and without the days of a timing that was not chosen. */
const withChosenDays = (typed: TypedOrder) => ({
  ...emptyOrder,
  ...typed,
  ...chosenMethod({ ...emptyOrder, ...typed }),
  execution_date: typed.when === 'date' ? typed.execution_date : '',
  first_run: typed.when === 'standing' ? typed.first_run : '',
  until: typed.when === 'standing' ? typed.until : '',
});

/** The contracts of both calls, applied to the typed form. */
export const typedOrder: z.ZodType<TransferOrder, TypedOrder> = z
  .custom<TypedOrder>()
  .transform((typed) => withChosenDays(typed) as z.input<typeof orders>)
  .pipe(orders)
  .transform((order): TransferOrder => {
    const { when, frequency, first_run: first, until, ...rest } = order;
    const rhythm =
      when === 'standing' && first !== undefined ? { frequency, first_run: first, until } : undefined;
    const repeats = rhythm && { rhythm };
    if (rest.to === 'abroad') {
      const { to: _abroad, beneficiary_id: id, payee_country: country, ...request } = rest;
      return { to: 'iban', request: { ...request, beneficiary_id: Number(id) }, country };
    }
    if (rest.to === 'iban') {
      const { to, beneficiary_id: id, ...request } = rest;
      // Each run is paid by the account's own method, also where an instant transfer was chosen.
      const payment_method = repeats ? methodFor(request.recipient_account) : request.payment_method;
      const chosen = id !== '' && { beneficiary_id: Number(id) };
      return { to, request: { ...request, payment_method, ...chosen }, ...repeats };
    }
    const { to, ...request } = rest;
    return { to, request, ...repeats };
  });

/** The currency of an order; a transfer to a customer is in euros. */
export const currencyOf = (order: TransferOrder): string =>
  (order.to === 'iban' ? order.request.currency : undefined) ?? homeCurrency;
