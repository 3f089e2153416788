import fc from 'fast-check';
import { positionOf } from '../../bff/src/money/ledger/bank-accounts';
import { cardSettlementOf, exchangeIncomeOf, suspenseOf } from '../../bff/src/money/ledger/bank-accounts';
import { bankAccounts } from '../../bff/src/money/ledger/bank-accounts';
import { beginning, verifyLedger } from '../../bff/src/money/ledger/ledger-verifier';
import { newReference } from '../support/card-network';
import { cardServices } from '../support/card-services';
import { never } from '../support/jobs';
import { startLedger, type TestLedger } from '../support/ledger';
import { giveRates } from '../support/rates';

/** What happens to purchases, in any order, against a model in plain arithmetic; to the cent, in euros and dollars. */
let bank: TestLedger;
let services: ReturnType<typeof cardServices>;
let account: number;
let number: string;
const expiry = '2090-11';
const pin = '2580';
const merchant = { id: 'M1', name: 'SHOP', city: null, country: 'FR', category: '5411' };
const start = new Date('2026-11-23T10:00:00Z');
const week = 7 * 86_400_000;

beforeAll(async () => {
  bank = await startLedger(1);
  bank.clock.set(start);
  services = cardServices(bank);
  account = bank.customer(0);
  await giveRates(bank.owner, '2026-11-23');
  await bank.owner.rows(`UPDATE users SET kyc_status = 'approved'`);
  await bank.owner.rows('UPDATE accounts SET overdraft_limit = 0, card_limit = 1e12 WHERE id = ?', [account]);
  number = '4111110000000001';
  const { sealed, digest, keyId } = services.keys.seal(number, account);
  await bank.owner.rows(
    `INSERT INTO cards (account_id, number_encrypted, number_digest, number_key, last_four, expiry_date, created_at)
     VALUES (?, ?, ?, ?, '0001', '2090-11-30', UTC_TIMESTAMP(3))`,
    [account, sealed, digest, keyId],
  );
  const [card] = await bank.owner.rows('SELECT id FROM cards WHERE account_id = ?', [account]);
  const entered = services.keys.digestPin(Number(card?.id), pin);
  await bank.owner.rows('UPDATE cards SET pin_digest = ?, pin_key = ? WHERE id = ?', [
    entered.digest,
    entered.keyId,
    card?.id,
  ]);
});

afterAll(() => bank.stop());

type Currency = 'EUR' | 'USD';
interface Modelled {
  reference: string;
  currency: Currency;
  amount: bigint;
  cleared: bigint;
  reversed: bigint;
  chargedBack: bigint;
  reserved: bigint;
  isHeld: boolean;
}

/** A fraction rounded half to even, by its remainder. */
function rounded(over: bigint, under: bigint): bigint {
  const [whole, rest] = [over / under, over % under];
  if (rest * 2n === under) return whole % 2n === 0n ? whole : whole + 1n;
  return rest * 2n > under ? whole + 1n : whole;
}
/** One euro is 1.0842 dollars. */
const worth = (amount: bigint, currency: Currency) =>
  currency === 'EUR' ? amount : rounded(amount * 10_000n, 10_842n);
const markup = (amount: bigint, currency: Currency) =>
  currency === 'EUR' ? 0n : rounded(worth(amount, currency), 200n);
const open = ({ amount, cleared, reversed }: Modelled) => {
  const left = amount - cleared - reversed;
  return left > 0n ? left : 0n;
};
const heldOf = (each: Modelled) => {
  if (!each.isHeld || open(each) === 0n) return 0n;
  const [over, under] = [each.reserved * open(each), each.amount];
  return over / under + (over % under === 0n ? 0n : 1n);
};

/** The bank's books as plain sums. */
class Model {
  purchases: Modelled[] = [];
  owed = 0n;
  settled: Record<Currency, bigint> = { EUR: 0n, USD: 0n };
  income = 0n;
  dollars = 0n;
  euros = 0n;

  constructor(public balance: bigint) {}

  get held() {
    return this.purchases.reduce((sum, each) => sum + heldOf(each), 0n);
  }

  /** A chargeback leaves the markup taken, so that its reversal takes none. */
  out(amount: bigint, currency: Currency, extra = markup(amount, currency)) {
    const price = worth(amount, currency);
    const available = this.balance - this.held;
    const paid = price + extra < available ? price + extra : available;
    this.balance -= paid;
    this.owed += price + extra - paid;
    this.settled[currency] += amount;
    this.income += extra;
    this.exchanged(amount, currency, price);
  }

  in(amount: bigint, currency: Currency) {
    const price = worth(amount, currency);
    this.balance += price;
    this.settled[currency] -= amount;
    this.exchanged(-amount, currency, -price);
  }

  private exchanged(amount: bigint, currency: Currency, price: bigint) {
    if (currency === 'EUR') return;
    this.dollars -= amount;
    this.euros += price;
  }
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant('authorize'),
    currency: fc.constantFrom('EUR', 'USD'),
    amount: fc.integer({ min: 1, max: 5_000 }),
  }),
  fc.record({
    kind: fc.constantFrom('clear', 'part', 'reverse', 'refund', 'chargeback', 'again'),
    at: fc.nat(9),
    amount: fc.integer({ min: 1, max: 6_000 }),
  }),
  fc.record({
    kind: fc.constant('credit'),
    currency: fc.constantFrom('EUR', 'USD'),
    amount: fc.integer({ min: 1, max: 6_000 }),
  }),
  fc.record({ kind: fc.constantFrom('week', 'collect') }),
);
type Step = { kind: string; currency?: string; amount?: number; at?: number };

const balanceOf = (id: number) => bank.balanceOf(id);
const watched = () => [
  cardSettlementOf('EUR'),
  cardSettlementOf('USD'),
  exchangeIncomeOf('EUR'),
  suspenseOf('EUR'),
  positionOf('EUR'),
  positionOf('USD'),
];

async function play(model: Model, { kind, at = 0, amount: size = 0, currency = 'EUR' }: Step): Promise<void> {
  const { database, clock } = bank;
  const card = { number, expiry };
  const reference = newReference();
  if (kind === 'authorize') {
    const amount = { minor: BigInt(size), currency };
    const asked = { reference, kind: 'purchase', channel: 'chip', amount, merchant } as const;
    const { code } = await database.transaction((tx) =>
      services.authorizations.decide(tx, { ...asked, card: { ...card, pin }, canChallenge: false }),
    );
    const own = currency as Currency;
    const reserved = worth(amount.minor, own) + markup(amount.minor, own);
    expect(code).toBe(model.balance - model.held >= reserved ? '00' : '51');
    if (code !== '00') return;
    const nothing = { cleared: 0n, reversed: 0n, chargedBack: 0n };
    model.purchases.push({
      reference,
      currency: own,
      amount: amount.minor,
      ...nothing,
      reserved,
      isHeld: true,
    });
    return;
  }
  if (kind === 'week') {
    clock.set(new Date(clock.now().getTime() + week));
    // Rates of that week: the same.
    await giveRates(bank.owner, clock.now().toISOString().slice(0, 10));
    await services.expiry.run(clock.now(), never);
    for (const each of model.purchases) each.isHeld = false;
    return;
  }
  if (kind === 'collect') {
    await services.debts.run(clock.now(), never);
    const free = model.balance - model.held;
    const paid = free <= 0n ? 0n : model.owed < free ? model.owed : free;
    model.balance -= paid;
    model.owed -= paid;
    return;
  }
  if (kind === 'credit') {
    // A refund without a purchase.
    const amount = { minor: BigInt(size), currency };
    await database.transaction((tx) =>
      services.clearings.refund(tx, { reference, card, merchant, amount, settlementDay: '2026-11-23' }),
    );
    model.in(amount.minor, currency as Currency);
    return;
  }
  const purchase = model.purchases[at % Math.max(1, model.purchases.length)];
  if (!purchase) return;
  const money = { minor: BigInt(size), currency: purchase.currency };
  const message = { reference, original: purchase.reference, amount: money, settlementDay: '2026-11-23' };
  const run = (work: (tx: Parameters<Parameters<typeof database.transaction>[0]>[0]) => Promise<string>) =>
    database.transaction(work);
  if (kind === 'reverse') {
    await run((tx) => services.clearings.reverse(tx, message));
    if (!purchase.isHeld) return;
    const left = open(purchase);
    purchase.reversed += money.minor < left ? money.minor : left;
    if (open(purchase) === 0n) purchase.isHeld = false;
    return;
  }
  if (kind === 'clear' || kind === 'part') {
    const isFinal = kind === 'clear';
    await run((tx) =>
      services.clearings.clear(tx, { ...message, card, kind: 'purchase', merchant, isFinal }),
    );
    purchase.cleared += money.minor;
    if (isFinal || open(purchase) === 0n) purchase.isHeld = false;
    model.out(money.minor, purchase.currency);
    return;
  }
  if (kind === 'refund') {
    await run((tx) => services.clearings.refund(tx, { ...message, card, merchant }));
    model.in(money.minor, purchase.currency);
    return;
  }
  const isReversal = kind === 'again';
  const code = await run((tx) => services.clearings.chargeBack(tx, { ...message, isReversal }));
  const most = isReversal ? purchase.chargedBack : purchase.cleared - purchase.chargedBack;
  expect(code).toBe(money.minor <= most ? '00' : '57');
  if (code !== '00') return;
  purchase.chargedBack += isReversal ? -money.minor : money.minor;
  if (isReversal) model.out(money.minor, purchase.currency, 0n);
  else model.in(money.minor, purchase.currency);
}

it('moves the same amounts as a model of plain sums', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      // What an earlier run held is freed, and what it owed forgotten.
      await play(new Model(0n), { kind: 'week' });
      await bank.owner.rows('UPDATE card_bookings SET owed = 0');
      const before = await Promise.all(watched().map(balanceOf));
      await bank.move(bankAccounts.funding, account, 12_000n);
      const [row] = await bank.owner.rows('SELECT balance FROM accounts WHERE id = ?', [account]);
      const model = new Model(BigInt(row?.balance ?? 0));
      for (const each of steps) await play(model, each as Step);
      const [after] = await bank.owner.rows('SELECT balance, held FROM accounts WHERE id = ?', [account]);
      expect([BigInt(after?.balance ?? 0), BigInt(after?.held ?? 0)]).toEqual([model.balance, model.held]);
      const moved = (await Promise.all(watched().map(balanceOf))).map(
        (balance, nth) => balance - (before[nth] ?? 0n),
      );
      expect(moved).toEqual([
        model.settled.EUR,
        model.settled.USD,
        model.income,
        -model.owed,
        model.euros,
        model.dollars,
      ]);
    }),
    { numRuns: 40 },
  );
  const { violations } = await verifyLedger(bank.database, beginning);
  expect(violations).toEqual([]);
}, 120_000);
