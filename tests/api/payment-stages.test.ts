/** @jest-environment ./tests/support/bank-environment.ts */
import { type DisputeOffer, disputeReasons } from '@bank/contracts/cases';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import type { SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { whileLocked } from '../support/held-lock';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { newIban, order } from './payment-fixture';
import { railPayments } from './rail-fixture';

const shared = sharedBank();
const { bank, database } = shared;
const {
  calls,
  verified,
  pay,
  payInstant,
  own,
  atStage,
  wayOf,
  cancel,
  pastCutOff,
  incidents,
  lastSent,
  typesAbout,
  unverified,
} = railPayments(shared);
let admin: SignedIn;
beforeAll(async () => {
  admin = await calls.administrator();
});

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
