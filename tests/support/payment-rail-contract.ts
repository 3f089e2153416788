import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import type { Database } from '../../bff/src/platform/database/database';
import type {
  PaymentOutcome,
  PaymentRail,
  RefusedMessage,
} from '../../bff/src/ports/payment-rail/payment-rail';
import { until } from './until';

/** What the contract needs of an adapter's counterpart, in the bank's words. */
export interface RailUnderTest {
  rail: PaymentRail;
  /** The same adapter, not configured. */
  unconfigured: PaymentRail;
  database: Database;
  /**
   * What becomes of payments to an account; `silent`: taken, but not answered; `busy`: refused for now; `garbled`: settled,
   * but the answer is cut off; `unread`: no message with it is taken.
   */
  behave(account: string, behaviour: 'settles' | 'refuses' | 'silent' | 'busy' | 'garbled' | 'unread'): void;
  /** The answer to the verification of an account's holder. */
  verifyAs(account: string, result: object): void;
  /** How often the counterpart received a payment. */
  timesReceived(transactionId: string): number;
  /** An account that no other payment goes to. */
  newAccount(): string;
  /** Makes everything that is to be sent again due now. */
  becomeDue(): Promise<void>;
  stop(): Promise<void>;
}

/** The behaviour that every adapter of `PaymentRail` has (the bank and the world, sections 1 and 3). */
export function describePaymentRail(name: string, start: () => Promise<RailUnderTest>): void {
  describe(name, () => {
    let under: RailUnderTest;
    const outcomes: PaymentOutcome[] = [];
    const refused: RefusedMessage[] = [];
    beforeAll(async () => {
      under = await start();
      under.rail.listen({
        outcomes: async (_tx, all) => void outcomes.push(...all),
        refused: async (_tx, message) => void refused.push(message),
      });
    });
    afterAll(() => under.stop());

    let made = 0;
    const newPayment = (account = under.newAccount()): CreditTransfer => ({
      transactionId: `CONTRACT${(made += 1)}`,
      endToEndId: `E2E-${made}`,
      amount: { minor: 1_234n, currency: 'EUR' },
      debtor: { name: 'Zoé d’Été', account: 'FR7630001007941234567890185' },
      creditor: { name: 'Anne Durand', account },
      remittance: 'Facture n° 12',
    });
    const send = (payment: CreditTransfer, instant = false) =>
      under.database.transaction((tx) => under.rail.send(tx, [payment], { instant, international: false }));
    const outcomesOf = ({ transactionId }: CreditTransfer) =>
      outcomes.filter((each) => each.transactionId === transactionId).map(({ state }) => state);
    const ask = (payment: CreditTransfer, messageId: string) =>
      under.database.transaction((tx) => under.rail.ask(tx, [{ ...payment, messageId }]));

    it('offers nothing without a configuration, and answers at once', async () => {
      const { rail, unconfigured } = under;
      expect([rail.isConfigured, unconfigured.isConfigured]).toEqual([true, false]);
      expect(await unconfigured.deliverDue()).toBe(0);
      await unconfigured.deliver('nothing');
      const payee = { name: 'Anne Durand', account: under.newAccount() };
      expect(await unconfigured.verifyPayee(payee)).toEqual({ result: 'not_possible' });
    });

    it('sends nothing of a transaction that is rolled back', async () => {
      const payment = newPayment();
      const rolledBack = under.database.transaction(async (tx) => {
        await under.rail.send(tx, [payment], { instant: false, international: false });
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      await under.rail.deliverDue();
      expect(under.timesReceived(payment.transactionId)).toBe(0);
    });

    it.each([
      ['settles', 'settled'],
      ['refuses', 'rejected'],
    ] as const)('hands on once that the network %s a payment', async (behaviour, state) => {
      const payment = newPayment();
      under.behave(payment.creditor.account, behaviour);
      const id = await send(payment);
      await Promise.all([under.rail.deliver(id), under.rail.deliver(id), under.rail.deliverDue()]);
      await until(() => Promise.resolve(outcomesOf(payment).length > 0));
      await under.rail.deliverDue();
      expect(outcomesOf(payment)).toEqual([state]);
      expect(under.timesReceived(payment.transactionId)).toBe(1);
    });

    it('never sends an instant payment again, and learns its outcome by asking', async () => {
      const payment = newPayment();
      under.behave(payment.creditor.account, 'silent');
      const id = await send(payment, true);
      await under.rail.deliver(id);
      await under.becomeDue();
      await under.rail.deliverDue();
      await under.rail.deliver(id);
      expect(outcomesOf(payment)).toEqual([]);
      expect(under.timesReceived(payment.transactionId)).toBe(1);
      await under.rail.deliver(await ask(payment, id));
      expect(outcomesOf(payment)).toEqual(['settled']);
    });

    it.each(['silent', 'busy', 'garbled'] as const)(
      'repeats a batch to a network that is %s until it is answered',
      async (behaviour) => {
        const payment = newPayment();
        under.behave(payment.creditor.account, behaviour);
        const id = await send(payment);
        await under.rail.deliver(id);
        const { count, oldest } = await under.rail.backlog(10);
        expect(count).toBe(1);
        // A newer message is due sooner, and does not hide how long the other one has waited.
        await send(newPayment());
        expect(await under.rail.backlog(1)).toEqual({ count: 1, oldest });
        under.behave(payment.creditor.account, 'settles');
        await under.becomeDue();
        await under.rail.deliverDue();
        expect(outcomesOf(payment)).toEqual(['settled']);
        expect(under.timesReceived(payment.transactionId)).toBe(2);
        expect(await under.rail.backlog(10)).toEqual({ count: 0, oldest: null });
      },
    );

    it.each([
      ['batch', false],
      ['instant payment', true],
    ])(
      'hands on once that the network takes no message with a %s, which is not sent again',
      async (_what, instant) => {
        const [payment, other] = [newPayment(), newPayment()];
        under.behave(payment.creditor.account, 'unread');
        const messageId = await under.database.transaction((tx) =>
          under.rail.send(tx, [payment, other], { instant, international: false }),
        );
        await Promise.all([under.rail.deliver(messageId), under.rail.deliver(messageId)]);
        await until(() => Promise.resolve(refused.some((each) => each.messageId === messageId)));
        await under.becomeDue();
        await under.rail.deliverDue();
        expect(refused.filter((each) => each.messageId === messageId)).toEqual([
          {
            messageId,
            type: 'pacs.008.001.08',
            status: 400,
            isOnlyTry: true,
            transactionIds: [payment.transactionId, other.transactionId],
          },
        ]);
        expect(outcomesOf(payment)).toEqual([]);
        expect(under.timesReceived(payment.transactionId)).toBe(1);
        expect(await under.rail.backlog(10)).toEqual({ count: 0, oldest: null });
      },
    );

    it('keeps an answer that could not be worked on, and works on it later', async () => {
      const payment = newPayment();
      let fails = true;
      under.rail.listen({
        outcomes: async (_tx, all) => {
          if (fails) throw new Error('the module fails');
          outcomes.push(...all);
        },
      });
      await under.rail.deliver(await send(payment));
      expect(outcomesOf(payment)).toEqual([]);
      fails = false;
      await under.becomeDue();
      expect(await under.rail.hasWaiting(new Date())).toBe(true);
      expect((await under.rail.begunAt())!.getTime()).toBeLessThanOrEqual(Date.now());
      await under.rail.deliverDue();
      expect(await under.rail.hasWaiting(new Date())).toBe(false);
      // The stored answer, and perhaps that of the message sent again: modules take an outcome that they know.
      expect(new Set(outcomesOf(payment))).toEqual(new Set(['settled']));
    });

    it('asks for money back and gives money back', async () => {
      const payment = newPayment();
      const id = await send(payment);
      await under.rail.deliver(id);
      const { transactionId, endToEndId, amount } = payment;
      const [recall, returned] = await under.database.transaction(async (tx) => [
        await under.rail.recall(tx, { transactionId, endToEndId, messageId: id, amount }, { code: 'CUST' }),
        await under.rail.giveBack(tx, {
          returnId: `RT${transactionId}`,
          originalTransactionId: transactionId,
          amount,
          reason: { code: 'AC04' },
          originalMessageId: id,
          originalType: 'pacs.008.001.08',
        }),
      ]);
      for (const message of [recall, returned]) await under.rail.deliver(message ?? '');
      expect(await under.rail.backlog(10)).toEqual({ count: 0, oldest: null });
      const trace = { transactionId, sent: [id, recall ?? '', returned ?? ''], changedAt: [] };
      const messages = await under.rail.messagesOf(trace);
      expect(
        messages
          .filter(({ direction }) => direction === 'out')
          .map((each) => each.id)
          .sort(),
      ).toEqual([...trace.sent].sort());
      for (const message of messages) expect(await under.rail.textOf(message)).toContain(transactionId);
    });

    it('reports what became of collections that were pending', async () => {
      const original = { originalMessageId: 'COLLECTED-1', originalType: 'pacs.003.001.08' } as const;
      const id = await under.database.transaction((tx) =>
        under.rail.report(tx, original, [
          { transactionId: 'DEBIT-1', endToEndId: 'E2E' },
          { transactionId: 'DEBIT-2', endToEndId: 'E2E', reason: { code: 'AM04' } },
        ]),
      );
      await under.rail.deliver(id);
      expect(await under.rail.backlog(10)).toEqual({ count: 0, oldest: null });
      const text = await under.rail.textOf({ direction: 'out', id });
      for (const part of ['COLLECTED-1', 'DEBIT-1', 'DEBIT-2', 'AM04']) expect(text).toContain(part);
    });

    it.each([
      [{ result: 'match' }],
      [{ result: 'close_match', name: 'Anne Durant' }],
      [{ result: 'no_match' }],
      [{ result: 'nonsense' }, { result: 'not_possible' }],
    ])('verifies a payee: %j', async (given, expected = given) => {
      const payee = { name: 'Anne Durand', account: under.newAccount() };
      under.verifyAs(payee.account, given);
      expect(await under.rail.verifyPayee(payee)).toEqual(expected);
    });
  });
}
