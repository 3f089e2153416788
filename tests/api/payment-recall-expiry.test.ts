import { targetDayAfter } from '@bank/contracts/target-days';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { type Bank, startBank } from '../support/bank';
import { connectTo, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { until } from '../support/until';
import { caseCalls } from './case-fixture';
import { newIban } from './payment-fixture';
import { railPayments, recallAnswerOf, returnOf } from './rail-fixture';

let bank: Bank;
let database: TestConnection;
let rail: ReturnType<typeof railPayments>;
let cases: ReturnType<typeof caseCalls>;
let clerk: SignedIn;

beforeAll(async () => {
  bank = await startBank({ env: { JOBS_EVERY_SECONDS: '1' } });
  database = connectTo(bank.migrationUrl);
  rail = railPayments({ bank, database });
  cases = caseCalls({ bank, database });
  ({ clerk } = await cases.people());
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

async function settled() {
  const who = await rail.verified(100);
  const made = await rail.payInstant(who, newIban());
  await rail.atStage(who, made, 'settled');
  return { who, made };
}
async function recalled() {
  const paid = await settled();
  expect((await rail.cancel(paid.who, paid.made)).status).toBe(202);
  return paid;
}
/** The last day for the answer is this many days after today. */
const setDue = ({ id }: { id: number }, days: number) =>
  database.rows('UPDATE payments SET recall_due_on = ? WHERE id = ?', [
    parisDay(new Date(Date.now() + days * 86_400_000)),
    id,
  ]);
const hasExpired = async (who: SignedIn, made: { id: number }) =>
  (await rail.own(who, made)).recall === 'expired';
const newsOf = async (who: SignedIn) => {
  const { body } = await rail.calls.get<{ notifications: { title: string }[] }>(who, 'notifications');
  return body.notifications.map(({ title }) => title).filter((title) => title.includes('Rappel'));
};
const reviewed = async ({ id }: { id: number }) =>
  (await call<{ recall: string }>('GET', `${bank.shellUrl}/api/paiement/${id}`, { token: clerk.token })).body;

describe('a recall without an answer', () => {
  it('ends after 15 business days, once, for the payer and for staff', async () => {
    const { who, made } = await recalled();
    const [stored] = await database.rows(
      `SELECT DATE_FORMAT(recall_due_on, '%Y-%m-%d') AS due FROM payments WHERE id = ?`,
      [made.id],
    );
    expect(stored?.due).toBe(targetDayAfter(parisDay(new Date()), 15));
    const { who: later, made: young } = await recalled();
    await setDue(young, 0);
    await setDue(made, -1);
    await until(() => hasExpired(who, made));
    expect((await rail.own(who, made)).recallable).toBe(false);
    expect(await newsOf(who)).toEqual(['Rappel resté sans réponse']);
    expect((await reviewed(made)).recall).toBe('expired');
    const lines = await database.rows(
      `SELECT type, params FROM audit_log WHERE action = 'payment.recall_expired'`,
    );
    expect(lines).toEqual([{ type: 'warning', params: expect.stringContaining(made.reference) }]);
    // Its last day is not over.
    expect((await rail.own(later, young)).recall).toBe('asked');
  });

  it('takes an answer that comes late', async () => {
    const [one, other] = [await recalled(), await recalled()];
    for (const { who, made } of [one, other]) {
      await setDue(made, -1);
      await until(() => hasExpired(who, made));
    }
    await rail.send(recallAnswerOf(one.made.reference, 'RJCR'));
    expect((await rail.own(one.who, one.made)).recall).toBe('refused');
    await rail.send(recallAnswerOf(other.made.reference, 'CNCL'));
    expect((await rail.own(other.who, other.made)).recall).toBe('granted');
    await rail.send(returnOf(other.made.reference, 2_000n));
    expect(await rail.calls.fundsOf(other.who)).toEqual([10_000, 0]);
    for (const { made } of [one, other]) expect(await rail.incidents(made.reference)).toEqual([]);
  });

  it('notifies nobody where the money is back already', async () => {
    const { who, made } = await recalled();
    await rail.send(returnOf(made.reference, 2_000n));
    await setDue(made, -1);
    await until(() => hasExpired(who, made));
    expect(await newsOf(who)).toEqual([]);
  });

  it('has the case of a disputed payment wait for a decision again', async () => {
    const { who, made } = await settled();
    const { id } = (await cases.dispute(who, made.id * 2 + 1)).body;
    const { version } = await cases.staff(id);
    const decision = { decision: 'accepted', reason: 'Vous avez raison.', version };
    expect((await cases.api(clerk, 'POST', `admin/cases/${id}/decision`, decision)).status).toBe(200);
    await setDue(made, -1);
    await until(async () => (await cases.staff(id)).state === 'open');
    const { decision: decided, entries } = await cases.staff(id);
    expect(decided).toBeNull();
    expect(entries.at(-1)?.text).toContain('n’a pas répondu à temps');
  });
});
