import { currencies, type Currency, foreignCurrencies, homeCurrency } from '@bank/contracts/currencies';

/** The first id of a customer's account; lower ids are reserved for the bank's own. */
export const firstCustomerAccount = 1001;

/**
 * The bank's own accounts in euros, with the ids that the migrations give them. They have no user and no overdraft
 * limit; their balances and the customers' always sum to zero.
 */
export const bankAccounts = {
  /** The source of added funds (wire contract, section 3). */
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

/** The account of the bank's own losses in a currency, from transactions that their holder did not authorise. */
export const lossesOf = (currency: Currency): number => 10 + currencies.indexOf(currency);

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

/** The currencies that customers of a bank in euros use most. */
const frequentCurrencies = [homeCurrency, 'USD', 'GBP', 'CHF'] as const;

/**
 * The accounts that very many movements touch. Each has 16 rows, its stripes, whose sum is the account: a movement locks
 * one of them, so that movements of different customers do not wait for each other. Their places give the ids of their
 * stripes; only append.
 */
export const stripedAccounts: readonly number[] = [
  bankAccounts.funding,
  bankAccounts.fees,
  bankAccounts.outside,
  bankAccounts.suspense,
  ...frequentCurrencies.flatMap((currency) =>
    [settlementOf, cardSettlementOf, positionOf, exchangeIncomeOf].map((of) => of(currency)),
  ),
];
const stripes = 16;
/** The first stripe of an account is its own row; the others have ids from here. */
const firstStripe = 701;
const furtherStripes = stripes - 1;

/** The ids of the rows whose balances sum to an account's: several of a striped one, one of any other. */
export function stripesOf(accountId: number): number[] {
  const place = stripedAccounts.indexOf(accountId);
  if (place < 0) return [accountId];
  const first = firstStripe + place * furtherStripes;
  return [accountId, ...Array.from({ length: furtherStripes }, (_, nth) => first + nth)];
}

/** The stripe of an account for the movements of a customer: always the same one. */
export function stripeFor(accountId: number, customerAccount: number): number {
  const rows = stripesOf(accountId);
  return rows[customerAccount % rows.length] ?? accountId;
}

/** The account that a row is a stripe of; of any other row, its own id. */
export function accountOfStripe(row: number): number {
  const isStripe = row >= firstStripe && row < firstCustomerAccount;
  return (isStripe && stripedAccounts[Math.floor((row - firstStripe) / furtherStripes)]) || row;
}

/** The rows of all of the bank's own accounts; those of currencies mostly have no entries. */
export const allBankAccounts: readonly number[] = [
  ...Object.values(bankAccounts),
  ...currencies.map(lossesOf),
  ...currencies.map(positionOf),
  ...currencies.map(exchangeIncomeOf),
  ...currencies.map(cardSettlementOf),
  ...[settlementOf, feesOf, suspenseOf].flatMap((of) => foreignCurrencies.map(of)),
].flatMap(stripesOf);
