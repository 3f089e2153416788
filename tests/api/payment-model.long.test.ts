import fc from 'fast-check';
import type { PaymentStage } from '@bank/contracts/payments';
import type { Transaction } from '../../bff/src/platform/database/database';
import type { ApiException } from '../../bff/src/platform/errors/api-exception';
import { feesOf, settlementOf, suspenseOf } from '../../bff/src/money/ledger/bank-accounts';
import type { HoldsService } from '../../bff/src/money/ledger/holds.service';
import { verifyLedger } from '../../bff/src/money/ledger/ledger-verifier';
import type { PaymentOutcomesService } from '../../bff/src/money/payments/payment-outcomes.service';
import {
  type PaymentSettlementService,
  theBank,
} from '../../bff/src/money/payments/payment-settlement.service';
import type { PaymentOutcome } from '../../bff/src/ports/payment-rail/payment-rail';
import { startLedger, type TestLedger } from '../support/ledger';
import { paymentServices } from './payment-services';

/** The currency of each customer's account; payments in another than the euro have a fee. */
const currencyOf = ['EUR', 'USD', 'EUR', 'JPY'] as const;
const customers = currencyOf.length;
type Currency = (typeof currencyOf)[number];
const all = [...new Set(currencyOf)];
const feeOf = (currency: Currency) => (currency === 'EUR' ? 0n : 700n);
const overdraft = 50_000n;
const runs = 40;

type Sums = Record<Currency, bigint>;

/** What a payment's stage and money should be, in minor units; the bank's own money by currency. */
interface Model {
  balance: bigint[];
  held: bigint[];
  settlement: Sums;
  suspense: Sums;
  fees: Sums;
  payments: { of: number; amount: bigint; fee: bigint; stage: PaymentStage; isDecided: boolean }[];
  returned: Set<string>;
}
type ModelPayment = Model['payments'][number];

interface Real {
  /** The accounts of this run's customers. */
  accounts: number[];
  /** Distinguishes the references of this run. */
  run: number;
  ids: number[];
}
type Command = fc.AsyncCommand<Model, Real>;

let bank: TestLedger;
let holds: HoldsService;
let settlement: PaymentSettlementService;
let outcomes: PaymentOutcomesService;

beforeAll(async () => {
  bank = await startLedger(customers * runs + runs);
  ({ holds, settlement, outcomes } = paymentServices(bank));
});
afterAll(() => bank.stop());

const referenceOf = ({ run }: Pick<Real, 'run'>, at: number) => `PAY-${run}-${at}`;
const codeOf = (work: (tx: Transaction) => Promise<unknown>) =>
  bank.database.transaction(work).then(
    () => undefined,
    (error: unknown) => (error as ApiException).code ?? String(error),
  );

/** Inserts a payment that awaits its approval, its amount and fee held. */
async function order(
  tx: Transaction,
  accountId: number,
  reference: string,
  amount: bigint,
  currency: Currency = 'EUR',
): Promise<number> {
  const locked = await bank.ledger.lock(tx, [accountId]);
  const [fee, isForeign] = [feeOf(currency), currency !== 'EUR'];
  const { insertId: paymentId } = await tx.write(
    `INSERT INTO payments (reference, account_id, amount, currency, recipient_account, recipient_name,
       payment_method, description, created_by, created_at, fee, worth, limit_account_id)
     VALUES (?, ?, ?, ?, 'FR14', 'x', ?, '', 1, NOW(3), ?, ?, ?)`,
    [
      reference,
      accountId,
      amount,
      currency,
      isForeign ? 'international_transfer' : 'sepa_transfer',
      fee,
      ...(isForeign ? [amount, accountId] : [null, null]),
    ],
  );
  const hold = { accountId, paymentId, amount: amount + fee };
  await holds.place(tx, locked, { ...hold, expiresAt: new Date('2030-01-01') });
  return paymentId;
}
const approve = async (tx: Transaction, id: number) =>
  settlement.approve(tx, await settlement.lockUndecided(tx, id), { userId: 1, requestId: null });
const reject = async (tx: Transaction, id: number) =>
  settlement.fail(tx, await settlement.lockUndecided(tx, id), { end: 'released', reason: null }, theBank);
const cancel = async (tx: Transaction, id: number) =>
  settlement.cancel(tx, await settlement.lock(tx, id, 'cancelled'), theBank);
const send = async (tx: Transaction, id: number) =>
  settlement.book(tx, [await settlement.lock(tx, id, 'sent')], `M-${id}`);
const moneyBack = (reference: string, returnId: string, minor: bigint, currency: Currency = 'EUR') => ({
  returnId,
  originalTransactionId: reference,
  originalEndToEndId: reference,
  amount: { minor, currency },
  reason: { code: 'AC04' },
});

class Order implements Command {
  constructor(
    private readonly of: number,
    private readonly amount: bigint,
  ) {}
  check = () => true;
  async run(model: Model, real: Real) {
    const { of, amount } = this;
    const currency = currencyOf[of] ?? 'EUR';
    const fee = feeOf(currency);
    const isCovered = (model.balance[of] ?? 0n) - (model.held[of] ?? 0n) + overdraft >= amount + fee;
    const reference = referenceOf(real, model.payments.length);
    const code = await codeOf(async (tx) => {
      const id = await order(tx, real.accounts[of] ?? 0, reference, amount, currency);
      real.ids[model.payments.length] = id;
    });
    expect(code).toBe(isCovered ? undefined : 'INSUFFICIENT_FUNDS');
    if (!isCovered) return;
    model.held[of] = (model.held[of] ?? 0n) + amount + fee;
    model.payments.push({ of, amount, fee, stage: 'awaiting_approval', isDecided: false });
  }
  toString = () => `order(${this.of}, ${this.amount})`;
}

const unsent: readonly PaymentStage[] = ['awaiting_approval', 'scheduled', 'queued'];
const isUndecided = ({ stage, isDecided }: ModelPayment) => unsent.includes(stage) && !isDecided;
const release = (model: Model, payment: ModelPayment, stage: PaymentStage) => {
  model.held[payment.of] = (model.held[payment.of] ?? 0n) - payment.amount - payment.fee;
  payment.stage = stage;
};
/** The fee comes back with what the network refused, not with what another bank returned. */
const giveBack = (
  model: Model,
  payment: ModelPayment,
  stage: 'rejected' | 'returned',
  amount = payment.amount,
) => {
  const currency = currencyOf[payment.of] ?? 'EUR';
  const fee = stage === 'rejected' ? payment.fee : 0n;
  model.balance[payment.of] = (model.balance[payment.of] ?? 0n) + amount + fee;
  model.settlement[currency] -= amount;
  model.fees[currency] -= fee;
  payment.stage = stage;
};

interface Step {
  work: (tx: Transaction, id: number) => Promise<unknown>;
  isAllowed: (payment: ModelPayment) => boolean;
  change: (model: Model, payment: ModelPayment) => void;
}
const steps: Record<string, Step> = {
  approve: {
    work: approve,
    isAllowed: isUndecided,
    change: (_, payment) => Object.assign(payment, { stage: 'queued', isDecided: true }),
  },
  reject: {
    work: reject,
    isAllowed: isUndecided,
    change: (model, payment) => release(model, payment, 'rejected'),
  },
  cancel: {
    work: cancel,
    isAllowed: ({ stage }) => unsent.includes(stage),
    change: (model, payment) => release(model, payment, 'cancelled'),
  },
  send: {
    work: send,
    isAllowed: ({ stage }) => stage === 'queued',
    change: (model, payment) => {
      release(model, payment, 'sent');
      const currency = currencyOf[payment.of] ?? 'EUR';
      model.balance[payment.of] = (model.balance[payment.of] ?? 0n) - payment.amount - payment.fee;
      model.settlement[currency] += payment.amount;
      model.fees[currency] += payment.fee;
    },
  },
};

/** A person or the bank moves a payment; what its stage does not allow is refused and changes nothing. */
class Move implements Command {
  constructor(
    private readonly name: string,
    private readonly at: number,
  ) {}
  check = ({ payments }: Readonly<Model>) => payments[this.at] !== undefined;
  async run(model: Model, real: Real) {
    const [step, payment, id] = [steps[this.name], model.payments[this.at], real.ids[this.at]];
    if (!step || !payment || id === undefined) throw new Error('no such payment');
    const code = await codeOf((tx) => step.work(tx, id));
    const isAllowed = step.isAllowed(payment);
    expect(code).toBe(isAllowed ? undefined : 'PAYMENT_NOT_PENDING');
    if (isAllowed) step.change(model, payment);
  }
  toString = () => `${this.name}(${this.at})`;
}

/** The network reports an outcome: true or false, early, late or repeated. */
class Report implements Command {
  constructor(
    private readonly at: number,
    private readonly state: PaymentOutcome['state'],
  ) {}
  check = () => true;
  async run(model: Model, real: Real) {
    const { at, state } = this;
    await bank.database.transaction((tx) =>
      outcomes.report(tx, [{ transactionId: referenceOf(real, at), state }]),
    );
    const payment = model.payments[at];
    if (payment?.stage !== 'sent' || state === 'pending') return;
    if (state === 'settled') payment.stage = 'settled';
    else giveBack(model, payment, 'rejected');
  }
  toString = () => `report(${this.at}, ${this.state})`;
}

/** Another bank returns money: of a payment or of none, the whole or a part, once or again under the same id. */
class Return implements Command {
  constructor(
    private readonly at: number,
    private readonly number: number,
    private readonly isWhole: boolean,
  ) {}
  check = () => true;
  async run(model: Model, real: Real) {
    const payment = model.payments[this.at];
    const amount = this.isWhole && payment ? payment.amount : 1n;
    const returnId = `RT-${real.run}-${this.number}`;
    const currency = currencyOf[payment?.of ?? 0] ?? 'EUR';
    const returned = moneyBack(referenceOf(real, this.at), returnId, amount, currency);
    await bank.database.transaction((tx) => outcomes.takeBack(tx, [returned]));
    if (model.returned.has(returnId)) return;
    model.returned.add(returnId);
    const isOut = payment?.stage === 'sent' || payment?.stage === 'settled';
    // Banks on the way back from abroad may keep their charges.
    const isItsMoney = amount === payment?.amount || currency !== 'EUR';
    if (payment && isOut && isItsMoney) return giveBack(model, payment, 'returned', amount);
    model.settlement[currency] -= amount;
    model.suspense[currency] += amount;
  }
  toString = () => `return(${this.at}, ${this.number}, ${this.isWhole ? 'whole' : 'part'})`;
}

const sumsOf = async (accountOf: (currency: Currency) => number): Promise<Sums> => {
  const sums = await Promise.all(all.map(async (each) => [each, await bank.balanceOf(accountOf(each))]));
  return Object.fromEntries(sums) as Sums;
};
const fundsOf = async (ids: number[]) => {
  const rows = await bank.owner.rows('SELECT id, balance, held FROM accounts WHERE id IN (?)', [ids]);
  const byId = new Map(rows.map(({ id, balance, held }) => [Number(id), [String(balance), String(held)]]));
  return ids.map((id) => byId.get(id));
};
const stagesOf = async (ids: number[]) => {
  if (ids.length === 0) return [];
  const rows = await bank.owner.rows('SELECT stage FROM payments WHERE id IN (?) ORDER BY id', [ids]);
  return rows.map(({ stage }) => String(stage));
};

const underWay = currencyOf.flatMap((_, of) => [
  new Order(of, 10_000n),
  ...['approve', 'send'].map((name) => new Move(name, of)),
]);

/** Takes a payment of each currency to each of its ends, which chance does not always reach. */
const everyEnd = all.flatMap((currency, nth) => {
  const [cancelled = 0, rejected = 0, returned = 0, settled = 0] = [0, 1, 2, 3].map((end) => nth * 4 + end);
  const sent = [rejected, returned, settled];
  return [
    ...[cancelled, ...sent].map(() => new Order(currencyOf.indexOf(currency), 100n)),
    new Move('cancel', cancelled),
    ...sent.flatMap((at) => ['approve', 'send'].map((name) => new Move(name, at))),
    new Report(rejected, 'rejected'),
    new Return(returned, returned, true),
    new Report(settled, 'settled'),
  ];
});

it('no path of a payment makes or loses money', async () => {
  const at = fc.nat(5);
  const state = fc.constantFrom<PaymentOutcome['state']>('settled', 'rejected', 'pending');
  const commands = [
    fc.tuple(fc.nat(customers - 1), fc.bigInt(1n, 30_000n)).map(([of, cents]) => new Order(of, cents)),
    fc.tuple(fc.constantFrom(...Object.keys(steps)), at).map(([name, which]) => new Move(name, which)),
    fc.tuple(fc.constantFrom('approve', 'send'), at).map(([name, which]) => new Move(name, which)),
    fc.tuple(at, state).map(([which, known]) => new Report(which, known)),
    fc.tuple(at, fc.nat(5), fc.boolean()).map(([which, id, isWhole]) => new Return(which, id, isWhole)),
  ];
  let run = 0;
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 80, size: 'max' }), async (sequence) => {
      const accounts = Array.from({ length: customers }, (_, index) =>
        bank.customer(run * customers + index),
      );
      for (const [of, id] of accounts.entries()) {
        await bank.owner.rows('UPDATE accounts SET currency = ? WHERE id = ?', [currencyOf[of], id]);
      }
      const real: Real = { accounts, run, ids: [] };
      run += 1;
      const nothing = () => Array.from({ length: customers }, () => 0n);
      const model: Model = {
        balance: nothing(),
        held: nothing(),
        payments: [],
        returned: new Set(),
        settlement: await sumsOf(settlementOf),
        suspense: await sumsOf(suspenseOf),
        fees: await sumsOf(feesOf),
      };
      // Every other run begins with payments on their way: by chance few would get there.
      const beginning = run % 2 === 0 ? [] : underWay;
      const played = run === 1 ? everyEnd : [...beginning, ...sequence];
      await fc.asyncModelRun(() => ({ model, real }), played);
      expect(await fundsOf(accounts)).toEqual(
        model.balance.map((balance, of) => [String(balance), String(model.held[of])]),
      );
      expect(await sumsOf(settlementOf)).toEqual(model.settlement);
      expect(await sumsOf(suspenseOf)).toEqual(model.suspense);
      expect(await sumsOf(feesOf)).toEqual(model.fees);
      expect(await stagesOf(real.ids)).toEqual(model.payments.map(({ stage }) => stage));
      for (const { of, stage } of model.payments) reached.add(`${stage} ${currencyOf[of]}`);
      expect((await verifyLedger(bank.database)).violations).toEqual([]);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  const ends = ['cancelled', 'rejected', 'returned', 'settled'];
  expect([...reached]).toEqual(
    expect.arrayContaining(all.flatMap((currency) => ends.map((end) => `${end} ${currency}`))),
  );
}, 120_000);

const balances = {
  settlement: () => bank.balanceOf(settlementOf('EUR')),
  suspense: () => bank.balanceOf(suspenseOf('EUR')),
};

it('a payment ends once, whatever arrives at the same moment', async () => {
  for (let round = 0; round < runs; round += 1) {
    const accountId = bank.customer(customers * runs + round);
    const reference = `RACE-${round}`;
    const id = await bank.database.transaction((tx) => order(tx, accountId, reference, 1_000n));
    await bank.database.transaction((tx) => approve(tx, id));
    const before = [await balances.settlement(), await balances.suspense()] as const;
    const report = (state: PaymentOutcome['state']) => (tx: Transaction) =>
      outcomes.report(tx, [{ transactionId: reference, state }]);
    const give = (number: number) => (tx: Transaction) =>
      outcomes.takeBack(tx, [moneyBack(reference, `RACE-${round}-${number}`, 1_000n)]);
    await Promise.all([
      codeOf((tx) => send(tx, id)),
      codeOf((tx) => cancel(tx, id)),
      ...[report('settled'), report('rejected'), report('settled'), give(1), give(1), give(2)].map(codeOf),
    ]);
    const [stage] = await stagesOf([id]);
    const isBack = stage === 'rejected' || stage === 'returned' || stage === 'cancelled';
    const isOut = stage === 'sent' || stage === 'settled';
    expect([stage, isBack || isOut]).toEqual([stage, true]);
    expect(await fundsOf([accountId])).toEqual([[isOut ? '-1000' : '0', '0']]);
    // Two returns came, under two ids: what is not this payment's waits on the suspense account.
    const suspended = stage === 'returned' ? 1_000n : 2_000n;
    expect((await balances.suspense()) - before[1]).toBe(suspended);
    const left = (isOut ? 1_000n : 0n) - suspended;
    expect((await balances.settlement()) - before[0]).toBe(left);
  }
  expect((await verifyLedger(bank.database)).violations).toEqual([]);
}, 120_000);
