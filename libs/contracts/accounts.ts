import { z } from 'zod';
import { currencies } from './currencies';
import { amount, currency, positiveAmount } from './money';
import { why } from './next-step';
import { moment } from './time';

/** The largest amount that one call adds from the funding account, in euros (wire contract, section 3). */
export const addFundsMaximum = 10_000;

/** `limited`: the identity is not approved, or its approval ran out; the account's own limits apply once it is approved. */
export const accountLevels = ['full', 'limited'] as const;

/** The reserved part of a balance: for how many payments to other banks, and how many purchases by card. */
export const reserved = z.object({ amount, transfers: z.int(), cards: z.int() }).meta({ id: 'Reserved' });
export type Reserved = z.infer<typeof reserved>;

export const balance = z
  .object({
    current_balance: amount,
    available_balance: amount,
    previous_balance: amount,
    account_number: z.string(),
    account_type: z.string(),
    currency,
    card_limit: amount,
    transfer_limit: amount,
    withdrawal_limit: amount,
    overdraft_limit: amount,
    /** The level whose limits the fields above contain. */
    level: z.enum(accountLevels),
    /** The daily limit of all debits, by days of Paris; null without one. Absent from older servers. */
    outgoing_limit: amount.nullable().optional(),
    /** The limit of incoming money and the rest of it; null without one. */
    incoming_limit: amount.nullable().optional(),
    incoming_left: amount.nullable().optional(),
    /** Absent where nothing is set aside. */
    reserved: reserved.optional(),
    /** The transfers still possible on this day of Paris. Absent from older servers. */
    transfer_left: amount.optional(),
    why,
  })
  .meta({ id: 'Balance' });
export type Balance = z.infer<typeof balance>;

/** The services of this bank: false if the counterpart is not configured (503 NOT_CONFIGURED); absent from older servers. */
export const services = z.object({ payments: z.boolean(), top_ups: z.boolean() });

/** `history`: the balance at the end of each of the last 90 Paris days, oldest first. */
export const balanceOverview = z
  .object({
    balance,
    history: z.array(z.object({ balance: amount, date: moment })),
    services: services.optional(),
  })
  .meta({ id: 'BalanceOverview' });
export type BalanceOverview = z.infer<typeof balanceOverview>;

export const balanceCheck = z
  .object({
    balance: z.object({
      current_balance: amount,
      account_number: z.string(),
      /** Both absent where nothing is set aside. */
      available_balance: amount.optional(),
      reserved: reserved.optional(),
    }),
  })
  .meta({ id: 'BalanceCheck' });
export type BalanceCheck = z.infer<typeof balanceCheck>;

export const accountStatuses = ['open', 'closed'] as const;

/** One of a customer's accounts, one for each currency. */
export const account = z
  .object({
    id: z.int(),
    currency,
    /** The IBAN, without blanks. */
    account_number: z.string(),
    bic: z.string(),
    current_balance: amount,
    available_balance: amount,
    status: z.enum(accountStatuses),
    opened_at: moment,
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof account>;

/** Euros first, the others by their currency. */
export const accountList = z.object({ accounts: z.array(account) }).meta({ id: 'AccountList' });
export type AccountList = z.infer<typeof accountList>;

export const openAccountRequest = z.object({ currency: z.enum(currencies) });
export type OpenAccountRequest = z.infer<typeof openAccountRequest>;

export const addFundsRequest = z.object({ amount: positiveAmount(addFundsMaximum), type: z.literal('add') });
export type AddFundsRequest = z.infer<typeof addFundsRequest>;

/** The answer to a call that moved money: its reference, and the balance after it. */
export const moneyMoved = z
  .object({ success: z.literal(true), reference: z.string(), balance: amount })
  .meta({ id: 'MoneyMoved' });
export type MoneyMoved = z.infer<typeof moneyMoved>;
