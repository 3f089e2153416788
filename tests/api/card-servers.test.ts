import type { CardAuthorization } from '../../bff/src/ports/card-network/card-network';
import { verifyLedger, beginning } from '../../bff/src/money/ledger/ledger-verifier';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { Database } from '../../bff/src/platform/database/database';
import { newReference } from '../support/card-network';
import { cardServices } from '../support/card-services';
import { startLedger, type TestLedger } from '../support/ledger';

/** Authorizations that two servers decide at the same moment: what both would allow alone, they allow once together. */
let bank: TestLedger;
let others: Database;
let servers: { database: Database; authorizations: ReturnType<typeof cardServices>['authorizations'] }[];
let keys: ReturnType<typeof cardServices>['keys'];
let account: number;
let [accounts, cards] = [0, 0];

beforeAll(async () => {
  bank = await startLedger(6);
  bank.clock.set(new Date('2026-11-23T10:00:00Z'));
  others = await Database.open(bank.database.source.options);
  servers = [bank.database, others].map((database) => ({
    database,
    authorizations: cardServices({ ...bank, database }).authorizations,
  }));
  keys = cardServices(bank).keys;
  await bank.owner.rows(`UPDATE users SET kyc_status = 'approved'`);
});
afterAll(async () => {
  await others.close();
  await bank.stop();
});

/** The next customer's account, with so many cents, and limits that bound nothing but what is named. */
async function accountWith(cents: bigint, limits: { card?: number } = {}): Promise<void> {
  account = bank.customer((accounts += 1) - 1);
  await bank.owner.rows(
    'UPDATE accounts SET overdraft_limit = 0, card_limit = ?, withdrawal_limit = 1000000000 WHERE id = ?',
    [limits.card ?? 1e9, account],
  );
  await bank.move(bankAccounts.funding, account, cents);
}

/** A new card of the account; returns its number. */
async function newCard(set: Record<string, number> = {}): Promise<string> {
  cards += 1;
  const number = `411111${String(cards).padStart(10, '0')}`;
  const { sealed, digest, keyId } = keys.seal(number, account);
  await bank.owner.rows(
    `INSERT INTO cards SET account_id = ?, type = 'elite', number_encrypted = ?, number_digest = ?, number_key = ?,
       last_four = ?, expiry_date = '2090-11-30', created_at = UTC_TIMESTAMP(3), pin_digest = NULL, ?`,
    [account, sealed, digest, keyId, number.slice(-4), { once: 0, ...set }],
  );
  return number;
}

const merchant = { id: 'M1', name: 'SHOP', city: null, country: 'FR', category: '5411' };
const asks = (
  number: string,
  cents: number,
  changed: Partial<CardAuthorization> = {},
): CardAuthorization => ({
  reference: newReference(),
  card: { number, expiry: '2090-11' },
  kind: 'purchase',
  channel: 'contactless',
  amount: { minor: BigInt(cents), currency: 'EUR' },
  merchant,
  canChallenge: false,
  ...changed,
});

/** Decides all at once, the servers in turn, and returns the answer codes. */
async function decided(asked: CardAuthorization[]): Promise<string[]> {
  const answers = asked.map(async (each, at) => {
    const server = servers[at % servers.length];
    if (!server) throw new Error('no server');
    return server.database.transaction((tx) => server.authorizations.decide(tx, each));
  });
  return (await Promise.all(answers)).map(({ code }) => code).sort();
}
const held = async () =>
  Number((await bank.owner.rows('SELECT held FROM accounts WHERE id = ?', [account]))[0]?.held);

it('no card spends more than its limit of a day', async () => {
  await accountWith(1_000_000n);
  const number = await newCard({ per_day: 10_000 });
  const codes = await decided(Array.from({ length: 8 }, () => asks(number, 3_000)));
  expect(codes).toEqual(['00', '00', '00', '61', '61', '61', '61', '61']);
  expect(await held()).toBe(9_000);
});

it('the cards of an account together spend no more than its limit of a month', async () => {
  await accountWith(1_000_000n, { card: 10_000 });
  const numbers = await Promise.all([newCard(), newCard(), newCard(), newCard()]);
  const codes = await decided(numbers.flatMap((number) => [asks(number, 3_000), asks(number, 3_000)]));
  expect(codes.filter((code) => code === '00')).toHaveLength(3);
  expect(await held()).toBe(9_000);
});

it('no balance is spent twice by two cards', async () => {
  await accountWith(5_000n);
  const numbers = await Promise.all([newCard(), newCard()]);
  const codes = await decided(numbers.flatMap((number) => [asks(number, 2_000), asks(number, 2_000)]));
  expect(codes).toEqual(['00', '00', '51', '51']);
  expect(await held()).toBe(4_000);
});

it('a card for one purchase pays once, at whichever server first', async () => {
  await accountWith(1_000_000n);
  const number = await newCard({ once: 1 });
  const codes = await decided(Array.from({ length: 6 }, () => asks(number, 1_000)));
  expect(codes.filter((code) => code === '00')).toHaveLength(1);
  expect(await held()).toBe(1_000);
});

it('one authorization that arrives at both servers holds once, with the same answer', async () => {
  await accountWith(1_000_000n);
  const asked = asks(await newCard(), 1_500);
  expect(await decided([asked, asked, asked, asked])).toEqual(['00', '00', '00', '00']);
  expect(await held()).toBe(1_500);
});

it('three guesses of a PIN are three, however many servers are asked at once', async () => {
  await accountWith(1_000_000n);
  const number = await newCard();
  const [row] = await bank.owner.rows('SELECT id FROM cards ORDER BY id DESC LIMIT 1');
  const { digest, keyId } = keys.digestPin(Number(row?.id), '2580');
  await bank.owner.rows('UPDATE cards SET pin_digest = ?, pin_key = ? WHERE id = ?', [
    digest,
    keyId,
    row?.id,
  ]);
  const guesses = ['1111', '2222', '3333', '4444', '5555', '6666', '7777', '8888'];
  const chip = (pin: string) =>
    asks(number, 100, { channel: 'chip', card: { number, expiry: '2090-11', pin } });
  const codes = await decided(guesses.map(chip));
  expect(codes).toEqual(['55', '55', '55', '75', '75', '75', '75', '75']);
  expect(await decided([chip('2580')])).toEqual(['75']);
});

it('keeps the ledger’s laws', async () => {
  expect((await verifyLedger(bank.database, beginning)).violations).toEqual([]);
});
