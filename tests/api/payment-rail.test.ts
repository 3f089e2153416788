/** @jest-environment ./tests/support/bank-environment.ts */
import { createHash } from 'node:crypto';
import mysql from 'mysql2/promise';
import { type DisputeOffer, disputeReasons } from '@bank/contracts/cases';
import type { OwnPayment } from '@bank/contracts/payments';
import type { CreditTransfer, CreditTransfers } from '@bank/contracts/rails/credit-transfers';
import { readMessage, type RailMessage, writeMessage } from '@bank/contracts/rails/messages';
import type { RecallAnswers, RecallOutcome } from '@bank/contracts/rails/recalls';
import type { PaymentReturns } from '@bank/contracts/rails/returns';
import { contentDigest } from '@bank/contracts/rails/signature';
import type { StatusReport } from '@bank/contracts/rails/status-reports';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { newId, postToBank, railKey } from '../support/clearing-house';
import type { SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { whileLocked } from '../support/held-lock';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { type MadePayment, newIban, order, paymentCalls } from './payment-fixture';

const { bank, database } = sharedBank();
let calls: ReturnType<typeof paymentCalls>;
let admin: SignedIn;

beforeAll(async () => {
  calls = paymentCalls(bank.shellUrl, database);
  admin = await calls.administrator();
});

const verified = (euros: number) => calls.verified(euros);
const pay = (who: SignedIn, recipient: string, changed: object = {}) =>
  calls.pay(who, { ...order, amount: 20, recipient_account: recipient, ...changed });
const payInstant = (who: SignedIn, recipient: string) =>
  pay(who, recipient, { payment_method: 'sepa_instant' });
const own = async (who: SignedIn, { id }: { id: number }) =>
  (await calls.get<OwnPayment>(who, `user/payments/${id}`)).body;
async function atStage(who: SignedIn, payment: MadePayment, stage: OwnPayment['stage']): Promise<OwnPayment> {
  await until(async () => (await own(who, payment)).stage === stage);
  return own(who, payment);
}
const wayOf = ({ stages }: OwnPayment) => stages.map(({ stage }) => stage);
const cancel = (who: SignedIn, { id }: { id: number }) =>
  call<OwnPayment & { code?: string }>('POST', `${bank.shellUrl}/api/user/payments/${id}/cancel`, {
    token: who.token,
  });
/** The last cut-off was after this payment. */
const pastCutOff = ({ id }: MadePayment) =>
  database.rows('UPDATE payments SET queued_at = queued_at - INTERVAL 1 DAY WHERE id = ?', [id]);
const send = (message: RailMessage) => postToBank(bank.shellUrl, writeMessage(message));
const incidents = (subject: string) =>
  database.rows('SELECT kind FROM incidents WHERE subject = ?', [subject]);
const lastSent = (account: string) =>
  bank.rail.received.find(
    (message): message is CreditTransfers =>
      message.type === 'pacs.008.001.08' &&
      message.transfers.some(({ creditor }) => creditor.account === account),
  );

/** The types of the messages about a payment that the clearing house received, in their order. */
const typesAbout = ({ reference }: MadePayment) =>
  bank.rail.received.filter((message) => writeMessage(message).includes(reference)).map(({ type }) => type);

const returnOf = (transactionId: string, cents: bigint, returnId = newId()): PaymentReturns => ({
  type: 'pacs.004.001.09',
  messageId: newId(),
  createdAt: new Date(),
  settlementDay: '2026-11-22',
  originalMessageId: 'M-1',
  originalType: 'pacs.008.001.08',
  returns: [
    {
      returnId,
      originalTransactionId: transactionId,
      amount: { minor: cents, currency: 'EUR' },
      reason: { code: 'AC04' },
    },
  ],
});
const reportOf = (transactionId: string, status: 'ACSC' | 'RJCT'): StatusReport => ({
  type: 'pacs.002.001.10',
  messageId: newId(),
  createdAt: new Date(),
  originalMessageId: 'M-1',
  originalType: 'pacs.008.001.08',
  statuses: [{ transactionId, status, ...(status === 'RJCT' && { reason: { code: 'AC01' } }) }],
});

const ibanOf = async ({ id }: SignedIn) =>
  String((await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [id]))[0]?.iban);
const credit = (
  account: string,
  changed: Partial<CreditTransfer> = {},
  instantly = true,
): CreditTransfers => ({
  type: 'pacs.008.001.08',
  messageId: newId(),
  createdAt: new Date(),
  settlementDay: '2026-11-22',
  instant: instantly,
  sender: 'ANDRDEFFXXX',
  transfers: [
    {
      transactionId: newId(),
      endToEndId: 'SALARY-11',
      amount: { minor: 150_000n, currency: 'EUR' },
      debtor: { name: 'Fabrik GmbH', account: 'DE89370400440532013000' },
      creditor: { name: 'Anyone', account },
      remittance: 'Salaire',
      ...changed,
    },
  ],
});

const recallAnswerOf = (reference: string, outcome: RecallOutcome): RecallAnswers =>
  recallAnswersOf([reference, outcome]);
const recallAnswersOf = (...answers: [transactionId: string, RecallOutcome][]): RecallAnswers => ({
  type: 'camt.029.001.09',
  messageId: newId(),
  createdAt: new Date(),
  sender: 'ANDRDEFFXXX',
  answers: answers.map(([transactionId, outcome]) => ({
    recallId: 'R',
    transactionId,
    outcome,
    ...(outcome === 'RJCR' && { reason: { code: 'ARDT' } }),
  })),
});

const unverified = async () => {
  const who = await verified(100);
  await database.rows(`UPDATE users SET kyc_status = 'pending' WHERE id = ?`, [who.id]);
  return who;
};

describe('the way of a payment', () => {
  it('is decided by the rules, sent at once and settled, when instant, small and of little risk', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    expect(made).toMatchObject({ stage: 'queued', decided_by: 'rules', status: 'pending' });
    const settled = await atStage(who, made, 'settled');
    expect(settled).toMatchObject({ status: 'completed', in_doubt: false, cancellable: false });
    expect(wayOf(settled)).toEqual(['queued', 'sent', 'settled']);
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
  });

  it('is decided by the rules also abroad, of who has just joined, but not as one of many within the hour', async () => {
    const who = await calls.customer(100);
    for (let before = 0; before < 3; before += 1) {
      const made = await pay(who, newIban(), { amount: 5 });
      expect(made.risk.reasons).toEqual(expect.arrayContaining(['new_recipient', 'account_age', 'country']));
      expect(made).toMatchObject({ stage: 'queued', decided_by: 'rules' });
    }
    expect(await pay(who, newIban(), { amount: 5 })).toMatchObject({ stage: 'awaiting_approval' });
  });

  it('waits for its cut-off, reserved, and leaves in a batch with others', async () => {
    const [who, other] = [await verified(100), await verified(100)];
    const [one, two] = [newIban(), newIban()];
    const made = [await pay(who, one), await pay(other, two)] as const;
    expect(made[0]).toMatchObject({ stage: 'queued', decided_by: 'rules' });
    expect(await calls.fundsOf(who)).toEqual([10_000, 2_000]);
    await Promise.all(made.map(pastCutOff));
    await atStage(who, made[0], 'settled');
    await atStage(other, made[1], 'settled');
    const message = lastSent(one);
    expect(message).toMatchObject({ instant: false, sender: 'BPCSFRPPXXX' });
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
  });

  it.each([
    ['is not verified', unverified, 20],
    ['pays more than the automatic limit', () => verified(2_000), 1_000.01],
  ])('awaits a person when its payer %s, and leaves once approved', async (_why, customer, amount) => {
    const who = await customer();
    const made = await pay(who, newIban(), { amount });
    expect(made).toMatchObject({ stage: 'awaiting_approval', decided_by: null });
    expect((await calls.validate(admin, made)).status).toBe(200);
    const settled = await own(who, made);
    expect(settled).toMatchObject({ stage: 'settled', decided_by: 'person', status: 'completed' });
    expect(wayOf(settled)).toEqual(['awaiting_approval', 'queued', 'sent', 'settled']);
  });

  it('comes back in an entry of its own when the network refuses it, with the reason in plain words', async () => {
    const who = await verified(100);
    const recipient = newIban();
    bank.rail.behave(recipient, { refuse: 'AC04' });
    const made = await payInstant(who, recipient);
    const rejected = await atStage(who, made, 'rejected');
    expect(rejected).toMatchObject({ status: 'failed', reason_code: 'AC04' });
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
    const { body } = await calls.get<{ notifications: { message: string }[] }>(
      who,
      'notifications?filter=all',
    );
    expect(body.notifications[0]?.message).toContain('clôturé');
    const { body: list } = await calls.get<{ transactions: object[] }>(who, 'user/transactions');
    const back = { type: 'incoming', amount: 20, description: 'Paiement revenu\u00a0: Anne Durand' };
    expect(list.transactions).toMatchObject([back, { status: 'failed' }, {}]);
  });

  it('is in doubt without an answer: asked about, never sent again, and settled once the answer is known', async () => {
    const who = await verified(100);
    const recipient = newIban();
    bank.rail.behave(recipient, 'silent');
    const [page, desk] = [await listen(bank.shellUrl, who.token), await listen(bank.shellUrl, admin.token)];
    const made = await payInstant(who, recipient);
    await atStage(who, made, 'sent');
    await database.rows('UPDATE payments SET next_ask_at = created_at WHERE id = ?', [made.id]);
    await atStage(who, made, 'settled');
    const shown = () => desk.events.filter(({ data }) => data.id === made.id).map(({ data }) => data.stage);
    await until(async () => shown().includes('settled'));
    // The second time it is in doubt, which open pages show.
    expect(shown().slice(-3)).toEqual(['sent', 'sent', 'settled']);
    const told = () => page.events.filter(({ data }) => data.reference === made.reference).length;
    await until(async () => told() >= 3);
    page.close();
    desk.close();
    const sent = bank.rail.received.filter(
      (message) =>
        message.type === 'pacs.008.001.08' &&
        message.transfers.some(({ transactionId }) => transactionId === made.reference),
    );
    expect(sent).toHaveLength(1);
  });

  it('is not asked about while its only try is under way', async () => {
    const who = await verified(100);
    const recipient = newIban();
    bank.rail.behave(recipient, { settleAfterMs: 8_000 });
    const made = await payInstant(who, recipient);
    await until(() => Promise.resolve(typesAbout(made).length > 0));
    await database.rows('UPDATE payments SET next_ask_at = created_at WHERE id = ?', [made.id]);
    const asks = 'SELECT asks FROM payments WHERE id = ?';
    await until(async () => Number((await database.rows(asks, [made.id]))[0]?.asks) > 0);
    await atStage(who, made, 'settled');
    expect(typesAbout(made)).toEqual(['pacs.008.001.08']);
  });

  it('is asked about however often it was before, and although an earlier one fails', async () => {
    const who = await verified(100);
    const recipient = newIban();
    bank.rail.behave(recipient, 'silent');
    const [failing, often] = [await payInstant(who, recipient), await payInstant(who, recipient)];
    for (const made of [failing, often]) await atStage(who, made, 'sent');
    await database.rows(
      `CREATE TRIGGER fails BEFORE UPDATE ON payments FOR EACH ROW
       IF NEW.id = ${failing.id} AND NEW.asks > OLD.asks THEN SIGNAL SQLSTATE '45000'; END IF`,
    );
    try {
      const due = 'UPDATE payments SET asks = ?, next_ask_at = created_at - INTERVAL ? HOUR WHERE id = ?';
      await database.rows(due, [0, 2, failing.id]);
      await database.rows(due, [65_535, 1, often.id]);
      await atStage(who, often, 'settled');
      expect((await own(who, failing)).stage).toBe('sent');
    } finally {
      await database.rows('DROP TRIGGER fails');
    }
    await atStage(who, failing, 'settled');
  });

  it('is not asked about by a server that waited for another, which asked', async () => {
    const who = await verified(100);
    const recipient = newIban();
    bank.rail.behave(recipient, 'silent');
    const made = await payInstant(who, recipient);
    await atStage(who, made, 'sent');
    // Not yet due when the row is locked.
    const soon = 'UPDATE payments SET next_ask_at = UTC_TIMESTAMP(3) + INTERVAL 3 SECOND WHERE id = ?';
    await database.rows(soon, [made.id]);
    await whileLocked(bank, {
      lock: `SELECT id FROM payments WHERE id = ${made.id} FOR UPDATE`,
      begin: () => Promise.resolve(),
      waits: `p.id = ${made.id} FOR UPDATE`,
      then: `UPDATE payments SET asks = 7, next_ask_at = UTC_TIMESTAMP(3) + INTERVAL 1 DAY WHERE id = ${made.id}`,
    });
    // Locked after the server, which waited first, has let go.
    const asks = 'SELECT asks FROM payments WHERE id = ? FOR UPDATE';
    expect(await database.rows(asks, [made.id])).toEqual([{ asks: 7 }]);
  });

  it('fails with its money back when it never arrived', async () => {
    const who = await verified(100);
    const recipient = newIban();
    bank.rail.behave(recipient, 'lost');
    const made = await payInstant(who, recipient);
    await atStage(who, made, 'sent');
    await database.rows('UPDATE payments SET next_ask_at = created_at WHERE id = ?', [made.id]);
    expect(await atStage(who, made, 'rejected')).toMatchObject({ reason_code: 'NOOR' });
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
  });

  it('comes back soon when the clearing house takes no message with it, which an incident names', async () => {
    const who = await verified(100);
    const recipients = [newIban(), newIban()];
    for (const recipient of recipients) bank.rail.behave(recipient, 'unread');
    const instant = await payInstant(who, recipients[0] ?? '');
    const batched = await pay(who, recipients[1] ?? '');
    await pastCutOff(batched);
    for (const made of [instant, batched]) {
      // Asked about at once: the outcome of a batch is otherwise asked for after an hour.
      expect((await atStage(who, made, 'rejected')).status).toBe('failed');
    }
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
    expect(await incidents(instant.reference)).toEqual([{ kind: 'rail_message_refused' }]);
    const carried = bank.rail.received.filter(
      (message) =>
        message.type === 'pacs.008.001.08' &&
        message.transfers.some(({ creditor }) => recipients.includes(creditor.account)),
    );
    expect(carried).toHaveLength(2);
  });

  it('is neither asked about nor recalled before the clearing house has it', async () => {
    const who = await verified(100);
    const recipient = newIban();
    bank.rail.behave(recipient, 'busy');
    const made = await pay(who, recipient);
    await pastCutOff(made);
    await atStage(who, made, 'sent');
    await database.rows('UPDATE payments SET next_ask_at = created_at WHERE id = ?', [made.id]);
    expect(await cancel(who, made)).toMatchObject({ status: 202, body: { recall: 'asked' } });
    const asks = 'SELECT asks FROM payments WHERE id = ?';
    await until(async () => Number((await database.rows(asks, [made.id]))[0]?.asks) > 0);
    expect(new Set(typesAbout(made))).toEqual(new Set(['pacs.008.001.08']));
    bank.rail.behave(recipient, 'ACSC');
    const due = `UPDATE rail_outbox SET next_try_at = created_at WHERE next_try_at IS NOT NULL AND message_id = (
      SELECT message_id FROM payments WHERE id = ?)`;
    await database.rows(due, [made.id]);
    const settled = await atStage(who, made, 'settled');
    expect(settled).toMatchObject({ recall: 'asked' });
    await until(() => Promise.resolve(typesAbout(made).at(-1) === 'camt.056.001.08'));
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
  });

  it('is sent on its day, from which it can be disputed', async () => {
    const who = await verified(100);
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const made = await pay(who, newIban(), { execution_date: day, end_to_end_id: 'RENT-11' });
    expect(made).toMatchObject({ stage: 'scheduled', execution_date: day, end_to_end_id: 'RENT-11' });
    expect(await calls.fundsOf(who)).toEqual([10_000, 2_000]);
    await database.rows('UPDATE payments SET execution_day = CURRENT_DATE - INTERVAL 1 DAY WHERE id = ?', [
      made.id,
    ]);
    await atStage(who, made, 'queued');
    await pastCutOff(made);
    expect(wayOf(await atStage(who, made, 'settled'))).toEqual(['scheduled', 'queued', 'sent', 'settled']);
    await database.rows('UPDATE payments SET created_at = created_at - INTERVAL 200 DAY WHERE id = ?', [
      made.id,
    ]);
    const { body } = await calls.get<DisputeOffer>(who, `transactions/${made.id * 2 + 1}/dispute`);
    expect(body.reasons.map(({ reason }) => reason)).toEqual(disputeReasons);
    expect(parisDay(new Date(body.transaction.date))).toBe(parisDay(new Date()));
  });

  it.each(['2020-01-01', '2999-01-01'])('cannot be planned for %s', async (execution_date) => {
    const who = await verified(100);
    const answer = await calls.post(who, 'paiement', { ...order, execution_date });
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_FIELDS']);
  });
});

describe('a payment of a deactivated customer', () => {
  const planned = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const setStatus = ({ id }: SignedIn, status: 'active' | 'inactive') =>
    database.rows('UPDATE users SET status = ? WHERE id = ?', [status, id]);
  const stageOf = async ({ id }: MadePayment) =>
    (await database.rows('SELECT stage FROM payments WHERE id = ?', [id]))[0]?.stage;
  const longQueued = ({ id }: MadePayment) =>
    database.rows('UPDATE payments SET queued_at = queued_at - INTERVAL 4 DAY WHERE id = ?', [id]);

  it('is handed back to a person on its day, and leaves once they are active again', async () => {
    const [who, other] = [await verified(100), await verified(100)];
    const made = await pay(who, newIban(), { execution_date: planned });
    await setStatus(who, 'inactive');
    await database.rows('UPDATE payments SET execution_day = CURRENT_DATE - INTERVAL 1 DAY WHERE id = ?', [
      made.id,
    ]);
    await until(async () => (await stageOf(made)) === 'awaiting_approval');
    const cases = `SELECT state FROM cases WHERE kind = 'hold' AND user_id = ?`;
    expect(await database.rows(cases, [who.id])).toEqual([{ state: 'open' }]);
    expect((await calls.validate(admin, made)).status).toBe(200);
    await longQueued(made);
    const later = await pay(other, newIban());
    await longQueued(later);
    await atStage(other, later, 'settled');
    expect([await stageOf(made), await calls.fundsOf(who)]).toEqual(['queued', [10_000, 2_000]]);
    await setStatus(who, 'active');
    await until(async () => (await stageOf(made)) === 'settled');
  });

  it('can be rejected while it is queued, also after a person approved it', async () => {
    const who = await verified(100);
    const [approved, letGo] = [
      await pay(who, newIban(), { amount: 20, recipient_name: 'Octave Malendroit' }),
      await pay(who, newIban(), { amount: 10 }),
    ];
    await setStatus(who, 'inactive');
    expect([approved.stage, (await calls.validate(admin, approved)).status]).toEqual([
      'awaiting_approval',
      200,
    ]);
    expect(await stageOf(approved)).toBe('queued');
    for (const payment of [approved, letGo]) {
      expect((await calls.reject(admin, payment)).status).toBe(200);
      expect(await calls.holdOf(payment)).toBe('released');
    }
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
  });
});

describe('a planned payment whose payer’s identity was rejected since', () => {
  const execution_date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const reject = ({ id }: SignedIn) =>
    database.rows(`UPDATE users SET kyc_status = 'rejected' WHERE id = ?`, [id]);
  const due = ({ id }: MadePayment) =>
    database.rows('UPDATE payments SET execution_day = CURRENT_DATE - INTERVAL 1 DAY WHERE id = ?', [id]);
  /** As if it had been ordered on an earlier day. */
  const older = ({ id }: MadePayment) =>
    database.rows('UPDATE payments SET created_at = created_at - INTERVAL 5 DAY WHERE id = ?', [id]);

  it('is handed back to a person above the limit of the day, and leaves after their decision', async () => {
    const who = await verified(400);
    const [first, second] = [
      await pay(who, newIban(), { execution_date, amount: 200 }),
      await pay(who, newIban(), { execution_date, amount: 60 }),
    ];
    await Promise.all([first, second].map(older));
    await reject(who);
    await due(first);
    await atStage(who, first, 'queued');
    await due(second);
    await atStage(who, second, 'awaiting_approval');
    expect(typesAbout(second)).toEqual([]);
    const cases = `SELECT state FROM cases WHERE kind = 'hold' AND user_id = ?`;
    expect(await database.rows(cases, [who.id])).toEqual([{ state: 'open' }]);
    expect((await calls.validate(admin, second)).status).toBe(200);
    await pastCutOff(second);
    await atStage(who, second, 'settled');
  });

  it('is handed back however small it is when it is international', async () => {
    const who = await verified(400);
    const made = await pay(who, newIban(), { execution_date, amount: 10 });
    await database.rows(`UPDATE payments SET recipient_account = 'US1234567890' WHERE id = ?`, [made.id]);
    await reject(who);
    await due(made);
    await atStage(who, made, 'awaiting_approval');
  });
});

it('a planned payment that a person approved can still be rejected, but not approved again', async () => {
  const who = await verified(100);
  const execution_date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const made = await pay(who, newIban(), { execution_date, recipient_name: 'Octave Malendroit' });
  expect((await calls.validate(admin, made)).status).toBe(200);
  expect((await own(who, made)).stage).toBe('scheduled');
  expect((await calls.validate(admin, made)).status).toBe(409);
  expect((await calls.reject(admin, made)).status).toBe(200);
  expect([await calls.holdOf(made), await calls.fundsOf(who)]).toEqual(['released', [10_000, 0]]);
  expect((await calls.reject(admin, made)).status).toBe(409);
});

describe('taking a payment back', () => {
  it('cancels it before it is sent, and frees the amount', async () => {
    const who = await verified(100);
    const made = await pay(who, newIban());
    const { status, body } = await cancel(who, made);
    expect([status, body.stage, body.status]).toEqual([200, 'cancelled', 'failed']);
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
    const { body: list } = await calls.get<{ transactions: object[] }>(
      who,
      'user/transactions?status=cancelled',
    );
    expect(list.transactions).toMatchObject([{ reference: made.reference }]);
    expect((await cancel(who, made)).body.code).toBe('PAYMENT_NOT_CANCELLABLE');
  });

  it('recalls it once it is sent, once, and takes the money that comes back', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const { status, body } = await cancel(who, made);
    expect([status, body.recall, body.recallable]).toEqual([202, 'asked', false]);
    expect((await cancel(who, made)).status).toBe(409);
    await until(() => Promise.resolve(bank.rail.received.some(({ type }) => type === 'camt.056.001.08')));
    expect((await send(recallAnswerOf(made.reference, 'CNCL'))).status).toBe(202);
    expect((await own(who, made)).recall).toBe('granted');
    const back = returnOf(made.reference, 2_000n);
    await send({ ...back, returns: back.returns.map((each) => ({ ...each, reason: { code: 'FOCR' } })) });
    // Nobody refused it: there is nothing to appeal, and it reads as taken back.
    expect(await own(who, made)).toMatchObject({ stage: 'returned', why: null });
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
    const { body: list } = await calls.get<{ transactions: object[] }>(
      who,
      'user/transactions?status=cancelled',
    );
    expect(list.transactions).toMatchObject([{ reference: made.reference, status: 'cancelled' }]);
  });

  it('may be asked again where the clearing house does not take the recall', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    bank.rail.refuseRecalls(made.reference, 400);
    expect(await cancel(who, made)).toMatchObject({ status: 202, body: { recall: 'asked' } });
    await until(async () => (await own(who, made)).recallable);
    expect((await own(who, made)).recall).toBeNull();
    expect(await incidents(made.reference)).toEqual([{ kind: 'rail_message_refused' }]);
    bank.rail.refuseRecalls(made.reference, undefined);
    expect(await cancel(who, made)).toMatchObject({ status: 202, body: { recall: 'asked' } });
    await until(() =>
      Promise.resolve(typesAbout(made).filter((type) => type === 'camt.056.001.08').length === 2),
    );
    await send(recallAnswerOf(made.reference, 'CNCL'));
    expect((await own(who, made)).recall).toBe('granted');
  });

  it('stays asked where a recall is refused that may have arrived before', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    bank.rail.refuseRecalls(made.reference, 503);
    expect(await cancel(who, made)).toMatchObject({ status: 202, body: { recall: 'asked' } });
    await until(() => Promise.resolve(typesAbout(made).includes('camt.056.001.08')));
    bank.rail.refuseRecalls(made.reference, 400);
    await until(async () => (await incidents(made.reference)).length > 0);
    expect((await own(who, made)).recall).toBe('asked');
    await send(recallAnswerOf(made.reference, 'RJCR'));
    expect((await own(who, made)).recall).toBe('refused');
  });

  it('is not recorded for money that another bank returns as recalled without a request', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const back = returnOf(made.reference, 2_000n);
    await send({ ...back, returns: back.returns.map((each) => ({ ...each, reason: { code: 'FOCR' } })) });
    const { why } = await own(who, made);
    expect(why).toMatchObject({ state: 'refused', appeal: expect.stringContaining('about=payment') });
    const { body: list } = await calls.get<{ transactions: object[] }>(
      who,
      'user/transactions?status=failed',
    );
    expect(list.transactions).toMatchObject([{ reference: made.reference, status: 'failed' }]);
  });

  it('is for its owner only', async () => {
    const [who, other] = [await verified(100), await verified(100)];
    const made = await pay(who, newIban());
    expect((await cancel(other, made)).status).toBe(404);
    expect((await calls.get(other, `user/payments/${made.id}`)).status).toBe(404);
    expect((await own(who, made)).stage).toBe('queued');
  });
});

describe('the answer to a recall', () => {
  async function recalled() {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    await cancel(who, made);
    return { who, made };
  }
  const refusals = async (who: SignedIn) => {
    const { body } = await calls.get<{ notifications: { message: string }[] }>(who, 'notifications');
    return body.notifications.filter(({ message }) => message.includes('ne peut pas être rappelé'));
  };

  it('reaches the payer once when it is a refusal', async () => {
    const { who, made } = await recalled();
    await send(recallAnswerOf(made.reference, 'PDCR'));
    expect((await own(who, made)).recall).toBe('asked');
    await send(recallAnswerOf(made.reference, 'RJCR'));
    await send(recallAnswerOf(made.reference, 'RJCR'));
    expect((await own(who, made)).recall).toBe('refused');
    expect(await refusals(who)).toHaveLength(1);
    expect(await incidents(made.reference)).toEqual([]);
  });

  it('does not reach the payer when it refuses money that is back already', async () => {
    const { who, made } = await recalled();
    await send(returnOf(made.reference, 2_000n));
    await send(recallAnswerOf(made.reference, 'RJCR'));
    expect(await own(who, made)).toMatchObject({ stage: 'returned', recall: 'refused' });
    expect(await refusals(who)).toEqual([]);
    expect(await incidents(made.reference)).toEqual([]);
  });

  it.each([
    ['granted', 'CNCL', 'RJCR'],
    ['refused', 'RJCR', 'CNCL'],
  ] as const)('stays %s when another one contradicts it, with an incident', async (recall, first, other) => {
    const { who, made } = await recalled();
    await send(recallAnswerOf(made.reference, first));
    await send(recallAnswerOf(made.reference, other));
    expect((await own(who, made)).recall).toBe(recall);
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
    expect(await incidents(made.reference)).toEqual([{ kind: 'payment_outcome' }]);
  });

  it('may come in one message with others, each by itself', async () => {
    const [one, other] = [await recalled(), await recalled()];
    const [first, second] = [one.made.reference, other.made.reference];
    await send(recallAnswersOf([first, 'RJCR'], [second, 'CNCL'], [first, 'RJCR']));
    expect((await own(one.who, one.made)).recall).toBe('refused');
    expect((await own(other.who, other.made)).recall).toBe('granted');
    expect(await refusals(one.who)).toHaveLength(1);
    expect(await incidents(first)).toEqual([]);
  });

  it('that nobody asked for changes nothing, and opens an incident', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const unknown = newId();
    for (const reference of [made.reference, unknown]) {
      await send(recallAnswerOf(reference, 'CNCL'));
      expect(await incidents(reference)).toEqual([{ kind: 'payment_outcome' }]);
    }
    expect(await own(who, made)).toMatchObject({ recall: null, recallable: true });
  });
});

describe('returned money', () => {
  it('comes once, however often the return is sent', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const message = returnOf(made.reference, 2_000n, 'RT-ONCE-1');
    await Promise.all([send(message), send(message), send({ ...message, messageId: newId() })]);
    await send({ ...message, messageId: newId() });
    expect((await own(who, made)).stage).toBe('returned');
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
  });

  it('under the id of an earlier return moves nothing, and opens an incident', async () => {
    const who = await verified(100);
    const made = [await payInstant(who, newIban()), await payInstant(who, newIban())] as const;
    for (const each of made) await atStage(who, each, 'settled');
    const [first, other] = made.map(({ reference }) => returnOf(reference, 2_000n, 'RT-USED-1'));
    if (!first || !other) throw new Error('two payments were made');
    await send(first);
    await send({ ...first, messageId: newId() });
    expect(await incidents('RT-USED-1')).toEqual([]);
    await send(other);
    expect((await own(who, made[1])).stage).toBe('settled');
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
    expect(await incidents('RT-USED-1')).toEqual([{ kind: 'return_altered' }]);
  });

  it('goes to the bank where the bank has refunded the payment of its own money, once', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const words = new FormData();
    words.append('reason', 'not_me');
    words.append('text', 'Ce n’était pas moi.');
    const claim = await call<{ id: number }>(
      'POST',
      `${bank.shellUrl}/api/transactions/${made.id * 2 + 1}/dispute`,
      { token: who.token, body: words },
    );
    const path = `${bank.shellUrl}/api/admin/cases/${claim.body.id}`;
    const read = async () =>
      (await call<{ version: number; refund: object }>('GET', path, { token: admin.token })).body;
    const { version } = await read();
    const body = { act: 'pay', reason: 'Compte volé', version };
    expect((await call('POST', `${path}/refund`, { token: admin.token, body })).status).toBe(200);
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
    const message = returnOf(made.reference, 2_000n);
    await Promise.all([send(message), send(message)]);
    expect((await own(who, made)).stage).toBe('returned');
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
    expect((await read()).refund).toMatchObject({ state: 'paid', amount: 20, recovered: 20 });
  });

  it.each([
    ['of an unknown payment', 'PAY-UNKNOWN', 500n],
    ['of another amount', undefined, 1_999n],
  ])('%s waits on the suspense account, with an incident', async (_what, reference, cents) => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const returnId = newId();
    await send(returnOf(reference ?? made.reference, cents, returnId));
    expect((await own(who, made)).stage).toBe('settled');
    expect(await incidents(returnId)).toEqual([{ kind: 'return_unknown' }]);
  });

  it('of a payment whose account is closed by now waits on the suspense account, with an incident', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    await database.rows('UPDATE users SET deleted_at = NOW() WHERE id = ?', [who.id]);
    await send(returnOf(made.reference, 2_000n));
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
    expect(await incidents(made.reference)).toEqual([{ kind: 'payment_suspended' }]);
  });

  it('waits there too when the relation ends at the moment at which the money comes', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const ending = await mysql.createConnection(bank.migrationUrl);
    try {
      await ending.query('START TRANSACTION');
      await ending.query('SELECT id FROM accounts WHERE user_id = ? FOR UPDATE', [who.id]);
      const answer = send(returnOf(made.reference, 2_000n));
      // The payment is locked, and whether its account is open was read.
      const free = 'SELECT id FROM payments WHERE id = ? FOR UPDATE SKIP LOCKED';
      await until(async () => (await database.rows(free, [made.id])).length === 0);
      await ending.query('UPDATE users SET deleted_at = NOW() WHERE id = ?', [who.id]);
      await ending.query('COMMIT');
      await answer;
    } finally {
      await ending.end();
    }
    await until(async () => (await incidents(made.reference)).length === 1);
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
    expect(await incidents(made.reference)).toEqual([{ kind: 'payment_suspended' }]);
  });

  it('moves nothing when an outcome contradicts an earlier one, and opens an incident', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    await send(reportOf(made.reference, 'RJCT'));
    expect((await own(who, made)).stage).toBe('settled');
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
    expect(await incidents(made.reference)).toEqual([{ kind: 'payment_outcome' }]);
  });
});

describe('credits of other banks', () => {
  const statusesOf = (text: string) => (readMessage(Buffer.from(text)) as StatusReport).statuses;

  it('are booked, answered and notified once, however often they come', async () => {
    const who = await calls.customer(0);
    const message = credit(await ibanOf(who));
    const answers = await Promise.all([send(message), send(message), send(message)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await send({ ...message, messageId: newId() });
    expect(statusesOf(answers[0]!.text)).toMatchObject([{ status: 'ACSC' }]);
    expect(await calls.fundsOf(who)).toEqual([150_000, 0]);
    const { body } = await calls.get<{ transactions: object[] }>(who, 'user/transactions');
    expect(body.transactions).toMatchObject([
      { type: 'incoming', amount: 1_500, description: 'Fabrik GmbH · Salaire' },
    ]);
  });

  it.each([
    ['an unknown account', 'AC01', () => Promise.resolve('FR7699999000010000000000197'), {}],
    [
      'another currency',
      'AM03',
      async () => ibanOf(await calls.customer(0)),
      { amount: { minor: 5n, currency: 'USD' } },
    ],
    [
      'a currency of four decimals',
      'AM03',
      async () => ibanOf(await calls.customer(0)),
      { amount: { minor: 12_345n, currency: 'CLF' } },
    ],
    [
      'an account under check digits that none has',
      'AC01',
      async () => (await ibanOf(await calls.customer(0))).replace(/^FR../, 'FR00'),
      {},
    ],
    [
      'nothing',
      'AM01',
      async () => ibanOf(await calls.customer(0)),
      { amount: { minor: 0n, currency: 'EUR' } },
    ],
  ])('for %s are refused with %s', async (_what, code, accountOf, changed) => {
    const { status, text } = await send(credit(await accountOf(), changed));
    expect(status).toBe(200);
    expect(statusesOf(text)).toMatchObject([{ status: 'RJCT', reason: { code } }]);
  });

  it('for a closed account go back with AC04, through the suspense account', async () => {
    const who = await calls.customer(0);
    const iban = await ibanOf(who);
    await database.rows('UPDATE users SET deleted_at = NOW() WHERE id = ?', [who.id]);
    const message = credit(iban, {}, false);
    expect((await send(message)).status).toBe(202);
    const isBack = (each: RailMessage) =>
      each.type === 'pacs.004.001.09' &&
      each.returns[0]?.originalTransactionId === message.transfers[0]?.transactionId;
    await until(() => Promise.resolve(bank.rail.received.some(isBack)));
    expect(bank.rail.received.find(isBack)).toMatchObject({ returns: [{ reason: { code: 'AC04' } }] });
  });
});

describe('an invalid message of the clearing house', () => {
  const report = () => writeMessage(reportOf('PAY-NONE', 'ACSC'));
  const stored = (body: string) => database.rows('SELECT fault FROM rail_inbox WHERE body = ?', [body]);

  it.each([
    ['unsigned', { change: { signature: '' } }],
    ['unsigned, and of another type', { change: { signature: '', 'content-type': 'text/plain' } }],
    ['signed by another key', { key: { ...railKey, secret: 'another key that the bank does not know of' } }],
    ['altered', { change: { 'content-digest': 'sha-256=:AAAA:' } }],
    ['old', { at: new Date(Date.now() - 310_000) }],
    ['of the future', { at: new Date(Date.now() + 3_600_000) }],
  ])('is refused when it is %s, and nothing is stored', async (_what, options) => {
    const body = report();
    const answer = await postToBank(bank.shellUrl, body, options);
    expect([answer.status, answer.signed]).toEqual([401, false]);
    expect(await stored(body)).toEqual([]);
  });

  it('is refused without a signature of the bank, and before its size is known, for a nonce of its choice', async () => {
    const large = `${report()}<!-- ${'x'.repeat(1_100_000)} -->`;
    const change = { 'signature-input': 'sig=("@method");nonce="of-another";keyid="bank-pcs"' };
    for (const path of ['sepa/messages', 'sepa/files', 'cards/authorizations']) {
      for (const body of [report(), large]) {
        const answer = await postToBank(bank.shellUrl, body, { path, change });
        expect([path, answer.status, answer.signed]).toEqual([path, 401, false]);
      }
    }
  });

  it('is refused without a signature of the bank when its body was changed on the way', async () => {
    const [body, digest] = [report(), contentDigest('another')];
    for (const path of ['sepa/messages', 'sepa/files']) {
      const answer = await postToBank(bank.shellUrl, body, { path, digest });
      expect([path, answer.status, answer.signed]).toEqual([path, 401, false]);
    }
  });

  it('is refused when it is replayed', async () => {
    const body = report();
    const first = await postToBank(bank.shellUrl, body);
    const again = await fetch(`${bank.shellUrl}/rails/sepa/messages`, {
      method: 'POST',
      headers: first.headers,
      body,
    });
    expect([first.status, again.status]).toEqual([202, 401]);
    expect([first.signed, again.headers.has('signature')]).toEqual([true, false]);
  });

  it.each([
    ['malformed', '<Document', 'FF01'],
    ['with a DTD', '<!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>', 'FF01'],
    ['unknown', writeMessage(reportOf('X', 'ACSC')).replace('pacs.002.001.10', 'pain.001.001.09'), 'DS0F'],
  ])('is stored and refused when it is %s', async (_what, text, code) => {
    const body = `${text}<!-- ${newId()} -->`;
    const answer = await postToBank(bank.shellUrl, body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'MALFORMED_MESSAGE', reason_code: code });
    expect(await stored(body)).toEqual([{ fault: code }]);
  });

  const encoded: [string, string, (text: string) => Buffer][] = [
    ['UTF-16', 'UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without its mark', 'UTF-16LE', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-16 the other way around', 'UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['Latin 1', 'ISO-8859-1', (text) => Buffer.from(text, 'latin1')],
    ['Latin 1 that is not declared', 'UTF-8', (text) => Buffer.from(text, 'latin1')],
    ['UTF-8 that is declared as Latin 1', 'ISO-8859-1', (text) => Buffer.from(text)],
  ];
  const creditText = async (iban: string, declared: string) => {
    const message = credit(iban, {}, false);
    const text = writeMessage(message)
      .replace('encoding="UTF-8"', `encoding="${declared}"`)
      .replace(/<Nm>[^<]*/, '<Nm>Zoé Müller');
    return { text, id: message.transfers[0]?.transactionId };
  };
  const outcomeOf = (id: string | undefined) =>
    database.rows('SELECT outcome FROM incoming_credits WHERE transaction_id = ?', [id]);
  const faults = async (table: 'rail_inbox' | 'rail_files', body: Buffer) => {
    const digest = createHash('sha256').update(body).digest();
    return database.rows(`SELECT fault FROM ${table} WHERE digest = ?`, [digest]);
  };

  it.each(encoded)('is stored and refused in %s, and nothing is booked', async (_what, declared, encode) => {
    const who = await calls.customer(0);
    for (const [path, table] of [
      ['sepa/messages', 'rail_inbox'],
      ['sepa/files', 'rail_files'],
    ] as const) {
      const { text, id } = await creditText(await ibanOf(who), declared);
      const body = encode(text);
      const answer = await postToBank(bank.shellUrl, new Uint8Array(body), { path });
      expect([path, answer.status, JSON.parse(answer.text)]).toMatchObject([
        path,
        400,
        { reason_code: 'FF01' },
      ]);
      expect(await faults(table, body)).toEqual([{ fault: 'FF01' }]);
      expect(await outcomeOf(id)).toEqual([]);
    }
    expect(await calls.fundsOf(who)).toEqual([0, 0]);
  });

  it('is a message also behind the mark of UTF-8', async () => {
    const who = await calls.customer(0);
    for (const path of ['sepa/messages', 'sepa/files']) {
      const { text, id } = await creditText(await ibanOf(who), 'utf-8');
      expect((await postToBank(bank.shellUrl, `\ufeff${text}`, { path })).status).toBe(202);
      await until(async () => (await outcomeOf(id))[0]?.outcome === 'booked');
    }
  });

  it('is stored and refused where it asks for money back that it sent, or after a payment of its own', async () => {
    const recall = writeMessage({
      type: 'camt.056.001.08',
      messageId: newId(),
      createdAt: new Date(),
      sender: 'CAISFRPPXXX',
      recallId: newId(),
      originalMessageId: newId(),
      originalType: 'pacs.008.001.08',
      transactionId: newId(),
      amount: { minor: 1_234n, currency: 'EUR' },
      reason: { code: 'DUPL' },
    });
    const question = writeMessage({
      type: 'pacs.028.001.03',
      messageId: newId(),
      createdAt: new Date(),
      originalMessageId: newId(),
      originalType: 'pacs.008.001.08',
      transactions: [{ transactionId: newId(), endToEndId: newId() }],
    });
    for (const body of [recall, recall, question]) {
      const answer = await postToBank(bank.shellUrl, body);
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { reason_code: 'DS0F' }]);
      expect(await stored(body)).toEqual([{ fault: 'DS0F' }]);
    }
  });

  it('moves nothing when late or about an unknown payment; an incident names an unknown recall', async () => {
    const createdAt = new Date(Date.now() - 400 * 24 * 3_600_000);
    const unknown: RailMessage[] = [
      { ...reportOf('PAY-NONE', 'ACSC'), createdAt },
      { ...reportOf('PAY-NONE', 'RJCT'), createdAt },
      {
        type: 'camt.029.001.09',
        messageId: newId(),
        createdAt,
        sender: 'CAISFRPPXXX',
        answers: [{ recallId: 'R-NONE', transactionId: 'PAY-NONE', outcome: 'CNCL' }],
      },
    ];
    for (const message of unknown) {
      const body = writeMessage(message);
      expect((await postToBank(bank.shellUrl, body)).status).toBe(202);
      expect(await stored(body)).toEqual([{ fault: null }]);
    }
    expect(await incidents('PAY-NONE')).toEqual([{ kind: 'payment_outcome' }]);
  });

  it('is refused when it is too large, of another type, or another one under the same id', async () => {
    const large = `${report()}<!-- ${'x'.repeat(1_100_000)} -->`;
    expect(await postToBank(bank.shellUrl, large)).toMatchObject({ status: 413, signed: true });
    const change = { 'content-type': 'text/plain' };
    expect((await postToBank(bank.shellUrl, report(), { change })).status).toBe(415);
    const alias = { 'content-type': 'text/xml; charset=utf-8' };
    expect((await postToBank(bank.shellUrl, report(), { change: alias })).status).toBe(202);
    const message = reportOf('PAY-NONE', 'ACSC');
    await send(message);
    expect((await send({ ...message, statuses: [] })).status).toBe(409);
  });

  it('is not taken on the back-office, nor under /api', async () => {
    const body = report();
    expect((await postToBank(bank.backOfficeUrl, body)).status).toBe(404);
    expect((await fetch(`${bank.shellUrl}/api/rails/sepa/messages`, { method: 'POST', body })).status).toBe(
      404,
    );
  });
});
