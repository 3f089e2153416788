/** @jest-environment ./tests/support/bank-environment.ts */
import { newId } from '../support/clearing-house';
import type { SignedIn } from '../support/customers';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { type Case, caseCalls, words } from './case-fixture';
import { type MadePayment, newIban } from './payment-fixture';
import { returnOf, recallAnswerOf, recallAnswersOf, railPayments, reportOf } from './rail-fixture';

const shared = sharedBank();
const { bank } = shared;
const { calls, verified, pay, payInstant, own, atStage, cancel, send, incidents, typesAbout } =
  railPayments(shared);
const { people, api, dispute, staff } = caseCalls(shared);

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

  it('may be a report that refuses the recall alone, not the payment', async () => {
    const who = await verified(100);
    const recipient = newIban();
    bank.rail.behave(recipient, 'silent');
    const made = await payInstant(who, recipient);
    await atStage(who, made, 'sent');
    expect((await cancel(who, made)).status).toBe(202);
    await send({ ...reportOf(made.reference, 'RJCT'), originalType: 'camt.056.001.08' });
    expect(await own(who, made)).toMatchObject({ stage: 'sent', recall: 'refused' });
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
    expect(await refusals(who)).toHaveLength(1);
    await send(reportOf(made.reference, 'ACSC'));
    expect((await own(who, made)).stage).toBe('settled');
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

describe('a disputed payment', () => {
  let clerk: SignedIn;
  beforeAll(async () => {
    ({ clerk } = await people());
  });

  async function disputed() {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const { body } = await dispute(who, made.id * 2 + 1);
    return { who, made, id: body.id };
  }
  const accept = async (id: number) => {
    const { version } = await staff(id);
    const decision = { decision: 'accepted', reason: 'Vous avez raison.', version };
    return (await api(clerk, 'POST', `admin/cases/${id}/decision`, decision)).status;
  };
  async function recalledBy(clearingHouse: (made: MadePayment) => void = () => undefined) {
    const { who, made, id } = await disputed();
    clearingHouse(made);
    expect((await staff(id)).way).toBe('recall');
    expect(await accept(id)).toBe(200);
    return { who, made, id };
  }
  const newsOf = ({ entries }: Case) => entries.filter(({ kind }) => kind === 'news').map(({ text }) => text);

  it('waits for a decision again when the other bank refuses its recall', async () => {
    const { who, made, id } = await recalledBy();
    await send(recallAnswerOf(made.reference, 'RJCR'));
    const found = await staff(id);
    expect(found).toMatchObject({ state: 'open', decision: null, way: null });
    expect(newsOf(found)).toEqual([expect.stringContaining('refuse de rendre le virement')]);
    expect(newsOf((await api(who, 'GET', `user/cases/${id}`)).body)).toEqual(newsOf(found));
  });

  it('waits for a decision again, and can be recalled, when the clearing house does not take its recall', async () => {
    const { id, made } = await recalledBy(({ reference }) => bank.rail.refuseRecalls(reference, 400));
    await until(async () => (await staff(id)).state === 'open');
    const found = await staff(id);
    expect(found).toMatchObject({ decision: null, way: 'recall' });
    expect(newsOf(found)).toEqual([expect.stringContaining('n’a pas pu être transmise')]);
    bank.rail.refuseRecalls(made.reference, undefined);
  });

  it('stays accepted when the other bank grants its recall', async () => {
    const { made, id } = await recalledBy();
    await send(recallAnswerOf(made.reference, 'CNCL'));
    const found = await staff(id);
    expect(found).toMatchObject({ state: 'decided', decision: 'accepted' });
    expect(newsOf(found)).toEqual([expect.stringContaining('accepte de rendre le virement')]);
  });

  it('stays accepted once the bank has refunded it, whatever the other bank answers to its holder', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    expect((await cancel(who, made)).status).toBe(202);
    const { id } = (await dispute(who, made.id * 2 + 1, { ...words, reason: 'not_me' })).body;
    const { version } = await staff(id);
    const refund = { act: 'pay', version, reason: 'Virement volé' };
    expect((await api(clerk, 'POST', `admin/cases/${id}/refund`, refund)).status).toBe(200);
    expect(await accept(id)).toBe(200);
    await send(recallAnswerOf(made.reference, 'RJCR'));
    expect((await own(who, made)).recall).toBe('refused');
    const found = await staff(id);
    expect([found.state, found.decision]).toEqual(['decided', 'accepted']);
    expect(newsOf(found)).toEqual([expect.stringContaining('La banque a remboursé')]);
  });

  it('can be accepted once its money is back', async () => {
    const { made, id } = await disputed();
    await send(returnOf(made.reference, 2_000n));
    expect((await staff(id)).way).toBe('words');
    expect(await accept(id)).toBe(200);
  });
});
