import { homeCurrency, isOffered, type Currency } from '@bank/contracts/currencies';
import { markupWords } from '@bank/contracts/movements';
import type { CardAmount } from '../../ports/card-network/card-network';
import { cardSettlementOf, exchangeIncomeOf, positionOf, suspenseOf } from '../ledger/bank-accounts';
import type { Leg } from '../ledger/movement';
import type { CardWorth } from './card-amounts';

/** The kinds of the incidents about a debit beyond the balance, and a credit of a closed account; their subject is the booking's reference. */
export const uncovered = 'card_uncovered';
export const unbookable = 'card_unbookable';

/** A booking of the network: a purchase's currency on one side, the account's on the other. */
export interface Booked extends CardWorth {
  /** The account of a customer; without one, the money waits on the bank's suspense account. */
  accountId: number | undefined;
  accountCurrency: Currency;
  amount: CardAmount & { currency: Currency };
}

const known = (code: string): Currency => (isOffered(code) ? code : homeCurrency);

/** The accounts that a booking may touch, to be locked together. */
export function accountsOf({ accountId, accountCurrency, amount }: Omit<Booked, keyof CardWorth>): number[] {
  const { currency } = amount;
  const foreign = [positionOf(currency), positionOf(accountCurrency), exchangeIncomeOf(accountCurrency)];
  return [
    ...(accountId === undefined ? [] : [accountId]),
    cardSettlementOf(currency),
    suspenseOf(accountCurrency),
    ...(currency === accountCurrency ? [] : foreign),
  ];
}

/**
 * The legs by which the network gets `amount` (or, negative, gives it) for what it is worth in the account's currency. Of
 * that, the account pays `covered` and the bank's suspense account the rest. Each currency sums to zero.
 */
export function purchaseLegs({ accountId, accountCurrency, amount, worth }: Booked, covered: bigint): Leg[] {
  const { currency, minor } = amount;
  const rest = worth - covered;
  const exchanged = [
    { accountId: positionOf(accountCurrency), amount: worth },
    { accountId: positionOf(currency), amount: -minor },
  ];
  return withoutNothing([
    ...(accountId === undefined ? [] : [{ accountId, amount: -covered }]),
    { accountId: suspenseOf(accountCurrency), amount: -rest },
    ...(currency === accountCurrency ? [] : exchanged),
    { accountId: cardSettlementOf(currency), amount: minor },
  ]);
}

/** The legs of the bank's markup, an entry of its own. */
export function markupLegs({ accountId, accountCurrency, markup }: Booked, covered: bigint): Leg[] {
  return withoutNothing([
    ...(accountId === undefined ? [] : [{ accountId, amount: -covered }]),
    { accountId: suspenseOf(accountCurrency), amount: covered - markup },
    { accountId: exchangeIncomeOf(accountCurrency), amount: markup, description: markupWords },
  ]);
}

const withoutNothing = (legs: Leg[]): Leg[] => legs.filter(({ amount }) => amount !== 0n);

/** The currency of the bank's accounts for one of the network's. @throws Error for one without accounts. */
export function offered({ minor, currency }: CardAmount): CardAmount & { currency: Currency } {
  if (!isOffered(currency)) throw new Error(`no account in ${currency}`);
  return { minor, currency: known(currency) };
}
