import { currencies, type Currency, foreignCurrencies, homeCurrency } from '@bank/contracts/currencies';

/**
 * The bank's own accounts in euros, with the ids that the migrations give them. They have no user and no overdraft
 * limit; their balances and the customers' always sum to zero.
 */
export const bankAccounts = {
  /** Where added funds come from (wire contract, section 3). */
  funding: 1,
  /** The bank's income. */
  fees: 2,
  /** The counterpart of a balance that an administrator sets. */
  adjustment: 3,
  /** Other banks, shops and cash: where money goes when it leaves the bank. */
  outside: 4,
  /** Money at the clearing house: what the bank received from other banks, less what it sent. */
  settlement: 5,
  /** Money that came and could not be booked, until somebody or a return clears it. */
  suspense: 6,
} as const;

/** The bank's position in a currency: what exchanges brought in of it, less what they paid out. */
export const positionOf = (currency: Currency): number => 100 + currencies.indexOf(currency);

/** The bank's income of exchanges in a currency: their markup. */
export const exchangeIncomeOf = (currency: Currency): number => 200 + currencies.indexOf(currency);

/** Money at the bank's correspondent in a currency; in euros at the clearing house. */
export const settlementOf = (currency: Currency): number =>
  currency === homeCurrency ? bankAccounts.settlement : 300 + currencies.indexOf(currency);

/** The bank's income of payments in a currency: their fees. */
export const feesOf = (currency: Currency): number =>
  currency === homeCurrency ? bankAccounts.fees : 400 + currencies.indexOf(currency);

/** Money in a currency that came back and could not be booked to its payer. */
export const suspenseOf = (currency: Currency): number =>
  currency === homeCurrency ? bankAccounts.suspense : 500 + currencies.indexOf(currency);

/** Money at the card network in a currency: what cards paid, less what came back. */
export const cardSettlementOf = (currency: Currency): number => 600 + currencies.indexOf(currency);

/** All of the bank's own accounts; those of currencies mostly have no entries. */
export const allBankAccounts: readonly number[] = [
  ...Object.values(bankAccounts),
  ...currencies.map(positionOf),
  ...currencies.map(exchangeIncomeOf),
  ...currencies.map(cardSettlementOf),
  ...[settlementOf, feesOf, suspenseOf].flatMap((of) => foreignCurrencies.map(of)),
];

/** The first id of a customer's account; lower ids are reserved for the bank's own. */
export const firstCustomerAccount = 1001;
