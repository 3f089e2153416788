import { type Account, accountOfKind, accountsFor, accountsOf } from '../accounts/accounts';
import { book, type Movement } from '../accounts/entries';
import type { Sql } from '../database/database';
import type { Payment, PaymentKind } from './payments';
import { sourceOf } from './payments';

type Booked = Pick<Payment, 'kind' | 'transaction_id' | 'amount' | 'currency'> & { account_id: number };

/** A credit brings money to the bank; a payment that came from it, and a collection, take money away. */
const toBank: Record<PaymentKind, boolean> = { received: false, credit: true, collection: false };

const movement = (payment: Booked, step: 'settlement' | 'return', settlement: Account): Movement => {
  const isToBank = toBank[payment.kind] === (step === 'settlement');
  const [from, to] = isToBank ? [payment.account_id, settlement.id] : [settlement.id, payment.account_id];
  return { source: sourceOf(payment), step, amount: payment.amount, from, to };
};

/** The number of the bank's account at the correspondent bank, which has no IBAN. */
const accountAbroad = (currency: string) => `NOSTRO${currency}`;

/** The bank's account in a currency; undefined while nothing was settled in it. */
export async function settlementAccount(sql: Sql, currency: string): Promise<Account | undefined> {
  if (currency === 'EUR') return accountOfKind(sql, 'settlement');
  const number = accountAbroad(currency);
  return (await accountsOf(sql, [number])).get(number);
}

/** The currencies in which the bank has an account, but the euro. */
export async function currenciesAbroad(sql: Sql): Promise<string[]> {
  const rows = await sql.rows<{ iban: string }>(`SELECT iban FROM accounts WHERE iban LIKE 'NOSTRO%'`);
  return rows.map(({ iban }) => iban.slice(-3));
}

/** The bank's account: at the clearing house, and for each other currency at the correspondent bank. */
async function settlementIn(sql: Sql, currency: string, at: Date): Promise<Account> {
  if (currency === 'EUR') return accountOfKind(sql, 'settlement');
  const account = accountAbroad(currency);
  const opened = await accountsFor(sql, [{ account, name: `Bank PCS, ${currency}` }], at);
  const found = opened.get(account);
  if (!found) throw new Error(`the correspondent's account in ${currency} is missing`);
  return found;
}

/** Books the settlement of payments between their accounts and the bank's, once each. */
export async function settle(sql: Sql, payments: readonly Booked[], at: Date): Promise<void> {
  for (const currency of new Set(payments.map((payment) => payment.currency))) {
    const settlement = await settlementIn(sql, currency, at);
    const own = payments.filter((payment) => payment.currency === currency);
    await book(
      sql,
      own.map((payment) => movement(payment, 'settlement', settlement)),
      at,
    );
  }
}

/**
 * Books the money of a settled payment back, once; its settlement as well, where that is not booked yet.
 * @param options `isOlder`: it was settled before the first statement, which begins with zero
 */
export async function takeBack(sql: Sql, payment: Booked, at: Date, { isOlder = false } = {}): Promise<void> {
  const settlement = await settlementIn(sql, payment.currency, at);
  const steps = isOlder ? (['return'] as const) : (['settlement', 'return'] as const);
  await book(
    sql,
    steps.map((step) => movement(payment, step, settlement)),
    at,
  );
}
