/**
 * The currencies of the bank when this table was made, in the order of `currencies` in libs/contracts: places give the ids of
 * its accounts. A currency that is added later brings its accounts by a migration of its own.
 */
const currencies =
  'EUR,AUD,BRL,CAD,CHF,CNY,CZK,DKK,GBP,HKD,HUF,IDR,ILS,INR,ISK,JPY,KRW,MXN,MYR,NOK,NZD,PHP,PLN,RON,SEK,SGD,THB,TRY,USD,ZAR'.split(
    ',',
  );

interface BankAccount {
  id: number;
  kind: string;
  currency: string;
}

/** One account of a kind in each currency, in euros too unless that one has an id of its own. */
const inEach = (kind: string, firstId: number, besides: string[] = []): BankAccount[] =>
  currencies
    .map((currency, place) => ({ id: firstId + place, kind, currency }))
    .filter(({ currency }) => !besides.includes(currency));

const accounts: BankAccount[] = [
  ...['funding', 'fees', 'adjustment', 'outside', 'settlement', 'suspense'].map((kind, place) => ({
    id: place + 1,
    kind,
    currency: 'EUR',
  })),
  ...inEach('losses', 10),
  ...inEach('position', 100),
  ...inEach('exchange_income', 200),
  ...inEach('settlement', 300, ['EUR']),
  ...inEach('fees', 400, ['EUR']),
  ...inEach('suspense', 500, ['EUR']),
  ...inEach('card_settlement', 600),
];

/** The accounts that very many movements touch, in the order of `stripedAccounts`; each gets 15 more rows. */
const striped = [1, 2, 4, 6, 5, 600, 100, 200, 328, 628, 128, 228, 308, 608, 108, 208, 304, 604, 104, 204];
const further = 15;
const firstStripe = 701;

const stripes: BankAccount[] = striped.flatMap((striped, place) => {
  const account = accounts.find(({ id }) => id === striped);
  if (!account) throw new Error(`No account ${striped}`);
  return Array.from({ length: further }, (_, nth) => ({
    ...account,
    id: firstStripe + place * further + nth,
  }));
});

/** The rows of the bank's own accounts, by which every customer's balance is booked against something. */
export const bankAccountRows = [...accounts, ...stripes];

const values = bankAccountRows.map(
  ({ id, kind, currency }) => `(${id}, '${kind}', '${currency}', 'internal', UTC_TIMESTAMP(3))`,
);

export const firstRows = [
  `INSERT INTO accounts (id, kind, currency, account_type, created_at) VALUES ${values.join(', ')}
    ON DUPLICATE KEY UPDATE id = VALUES(id)`,
  'INSERT INTO release_sequence (id, value) VALUES (1, 1) ON DUPLICATE KEY UPDATE id = VALUES(id)',
];
