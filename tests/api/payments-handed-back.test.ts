/** @jest-environment ./tests/support/bank-environment.ts */
import type { SignedIn } from '../support/customers';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { type MadePayment, newIban } from './payment-fixture';
import { railPayments } from './rail-fixture';

const shared = sharedBank();
const { database } = shared;
const { calls, verified, pay, own, atStage, pastCutOff, typesAbout } = railPayments(shared);
let admin: SignedIn;
beforeAll(async () => {
  admin = await calls.administrator();
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
