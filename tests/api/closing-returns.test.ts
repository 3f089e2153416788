import { writeMessage } from '@bank/contracts/rails/messages';
import type { Config } from '../../bff/src/platform/config/config';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { Database } from '../../bff/src/platform/database/database';
import { Clock } from '../../bff/src/platform/time/clock.service';
import { ErasureService } from '../../bff/src/privacy/erasure/erasure.service';
import { postToBank } from '../support/clearing-house';
import { newCustomer, newPassword, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { pngFile } from '../support/identity-files';
import { until } from '../support/until';
import { type Closings, startClosings } from './closing-fixture';
import { newIban } from './payment-fixture';
import { returnOf } from './rail-fixture';

let bank: Closings['bank'];
let database: Closings['database'];
let calls: Closings['calls'];
let stop: Closings['stop'];

beforeAll(async () => {
  ({ bank, database, calls, stop } = await startClosings());
});
afterAll(() => stop());

/** Erases all that is due, as a job does every ten minutes. */
async function erase(): Promise<void> {
  const settings = { databaseUrl: bank.databaseUrl, databaseConnections: 1 };
  const owner = await Database.open(await databaseOptions(settings as Config));
  await new ErasureService(owner, new AuditService(new Clock())).eraseDue(
    new Date(),
    new AbortController().signal,
  );
  await owner.close();
}

const stageOf = async ({ id }: { id: number }) =>
  (await database.rows('SELECT stage FROM payments WHERE id = ?', [id]))[0]?.stage;
async function settledPayment(who: SignedIn, amount: number) {
  const made = await calls.pay(who, {
    amount,
    recipient_account: newIban(),
    payment_method: 'sepa_instant',
  });
  await until(async () => (await stageOf(made)) === 'settled');
  return made;
}

/** The incidents about balances of closings that came back, and wait. */
const waitingOf = ({ id }: SignedIn) =>
  database.rows(
    `SELECT i.kind FROM incidents i JOIN relation_closings c ON i.subject = c.id
     WHERE c.user_id = ? AND i.kind = 'closing_returned'`,
    [id],
  );

/** The other bank sends the money of a payment back. */
const sendBack = (reference: string, cents: bigint) =>
  postToBank(bank.shellUrl, writeMessage(returnOf(reference, cents)));

describe('a balance that comes back', () => {
  it('keeps the relation when the payment is refused or cancelled', async () => {
    const who = await calls.verified(60);
    const refusing = newIban();
    bank.rail.behave(refusing, { refuse: 'AC01' });
    await calls.close(who, { iban: refusing });
    await calls.letGo(who);
    await calls.reaches(who, 'failed');
    const [account] = await database.rows(
      'SELECT balance, held, overdraft_limit FROM accounts WHERE user_id = ?',
      [who.id],
    );
    expect([account, await calls.isSignedIn(who)]).toEqual([
      { balance: '6000', held: '0', overdraft_limit: '50000' },
      true,
    ]);
    const sql = `SELECT 1 FROM notifications WHERE user_id = ? AND text_key = 'closing_failed'`;
    expect(await database.rows(sql, [who.id])).toHaveLength(1);

    const again = await calls.close(who, { iban: newIban() });
    await call('POST', `${bank.shellUrl}/api/user/payments/${again.body.payment_id}/cancel`, {
      token: who.token,
    });
    await calls.reaches(who, 'failed');
    expect((await calls.outlook(who)).obstacles).toEqual([]);
  });

  it('brings a closed relation back when another bank returns it', async () => {
    const who = await calls.verified(70);
    const settings = `${bank.shellUrl}/api/settings`;
    const choices = async () =>
      Promise.all(
        ['preferences', 'direct-debits'].map(
          async (of) => (await call<object>('GET', `${settings}/${of}`, { token: who.token })).body,
        ),
      );
    const [preferences] = await choices();
    const chosen = [
      { ...preferences, foundByEmail: false },
      { mode: 'none', creditors: ['FR72ZZZ123456'] },
    ];
    for (const [at, of] of ['preferences', 'direct-debits'].entries())
      await call('PUT', `${settings}/${of}`, { token: who.token, body: chosen[at] });
    expect(await choices()).toEqual(chosen);
    await calls.close(who, { iban: newIban() });
    await calls.letGo(who);
    await calls.reaches(who, 'closed');
    await erase();
    const [payout] = await calls.payoutsOf(who);
    await sendBack(payout?.reference ?? '', 7000n);
    await until(async () => (await calls.payoutsOf(who))[0]?.stage === 'returned');
    await calls.reaches(who, 'failed');
    expect(await calls.sums(who)).toEqual({ balance: '7000', held: '0', closed: 0 });
    const waited = 'SELECT kind, state FROM incidents WHERE subject = ?';
    expect(await database.rows(waited, [payout?.reference])).toEqual([
      { kind: 'payment_suspended', state: 'closed' },
    ]);
    const [person] = await database.rows('SELECT email, status, deleted_at FROM users WHERE id = ?', [
      who.id,
    ]);
    expect(person).toMatchObject({ status: 'active', deleted_at: null });
    const body = { email: person?.email, username: person?.email, password: newPassword };
    const again = await call<{ access_token: string }>('POST', `${bank.shellUrl}/api/auth/login`, { body });
    expect(again.status).toBe(200);
    who.token = again.body.access_token;
    expect(await choices()).toEqual(chosen);
    expect(await database.rows('SELECT 1 FROM ended_relations WHERE user_id = ?', [who.id])).toEqual([]);
  });

  it('brings with it the money of other payments that came back after the end or at the same time', async () => {
    const who = await calls.verified(70);
    const [early, late] = [await settledPayment(who, 10), await settledPayment(who, 5)];
    await calls.close(who, { iban: newIban() });
    await calls.letGo(who);
    await calls.reaches(who, 'closed');
    await sendBack(early.reference, 1000n);
    await until(async () => (await stageOf(early)) === 'returned');
    expect(await calls.sums(who)).toEqual({ balance: '0', held: '0', closed: 1 });
    const [payout] = await calls.payoutsOf(who);
    await Promise.all([sendBack(payout?.reference ?? '', 5500n), sendBack(late.reference, 500n)]);
    await calls.reaches(who, 'failed');
    await until(async () => (await stageOf(late)) === 'returned');
    expect(await calls.sums(who)).toEqual({ balance: '7000', held: '0', closed: 0 });
    const open = 'SELECT subject FROM incidents WHERE subject IN (?) AND closed_at IS NULL';
    expect(await database.rows(open, [[early, late, payout].map((each) => each?.reference)])).toEqual([]);
  });

  it('leaves a person deactivated who was so before the end', async () => {
    const who = await calls.verified(70);
    await calls.close(who, { iban: newIban() });
    await calls.letGo(who);
    await calls.reaches(who, 'closed');
    const ended = 'SELECT ended_by, former_status FROM ended_relations WHERE user_id = ?';
    expect(await database.rows(ended, [who.id])).toEqual([{ ended_by: 'customer', former_status: 'active' }]);
    // As if an administrator had done it at the moment of the end.
    await database.rows(`UPDATE ended_relations SET former_status = 'inactive' WHERE user_id = ?`, [who.id]);
    await sendBack((await calls.payoutsOf(who))[0]?.reference ?? '', 7000n);
    await until(async () => (await calls.payoutsOf(who))[0]?.stage === 'returned');
    await calls.reaches(who, 'failed');
    expect(await calls.sums(who)).toEqual({ balance: '7000', held: '0', closed: 0 });
    const person = 'SELECT status, deleted_at FROM users WHERE id = ?';
    expect(await database.rows(person, [who.id])).toEqual([{ status: 'inactive', deleted_at: null }]);
  });

  it('waits on the suspense account when an administrator deleted the person', async () => {
    const who = await calls.verified(80);
    await calls.close(who, { iban: newIban() });
    await database.rows('UPDATE relation_closings SET look_at = NOW(3) + INTERVAL 1 DAY WHERE user_id = ?', [
      who.id,
    ]);
    await calls.letGo(who);
    await until(async () => (await calls.payoutsOf(who))[0]?.stage === 'settled');
    const admin = await calls.administrator();
    const address = `${bank.shellUrl}/api/admin/users/${who.id}`;
    expect((await call('DELETE', address, { token: admin.token })).status).toBe(204);
    await calls.reaches(who, 'closed');
    await sendBack((await calls.payoutsOf(who))[0]?.reference ?? '', 8000n);
    await until(async () => (await calls.payoutsOf(who))[0]?.stage === 'returned');
    await calls.reaches(who, 'failed');
    expect(await waitingOf(who)).toHaveLength(1);
    expect(await calls.sums(who)).toMatchObject({ balance: '0', closed: 1 });
    const deleted = 'SELECT status FROM users WHERE id = ? AND deleted_at IS NOT NULL';
    expect(await database.rows(deleted, [who.id])).toEqual([{ status: 'inactive' }]);
  });

  it('asks a returning customer for the pending identity file again, which is in no queue and no open case', async () => {
    const who = await calls.verified(40);
    await calls.close(who, { iban: newIban() });
    await database.rows(`UPDATE users SET kyc_status = 'pending' WHERE id = ?`, [who.id]);
    const body = new FormData();
    const fields = { firstName: 'Élodie', lastName: 'Martin', birthDate: '1990-05-17', address: '1 rue A' };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('documents', new Blob([new Uint8Array(pngFile())]), 'a.png');
    expect((await call('POST', `${bank.shellUrl}/api/kyc`, { token: who.token, body })).status).toBe(201);
    const casesOf = () =>
      database.rows('SELECT state, decision, decided_by FROM cases WHERE user_id = ?', [who.id]);
    await until(async () => (await casesOf())[0]?.state === 'open');
    await calls.letGo(who);
    await calls.reaches(who, 'closed');
    expect(await casesOf()).toEqual([{ state: 'decided', decision: 'refused', decided_by: null }]);
    await sendBack((await calls.payoutsOf(who))[0]?.reference ?? '', 4000n);
    await until(async () => (await calls.payoutsOf(who))[0]?.stage === 'returned');
    await calls.reaches(who, 'failed');
    const asked = 'SELECT kyc_status, kyc_submitted_at FROM users WHERE id = ?';
    expect(await database.rows(asked, [who.id])).toEqual([{ kyc_status: 'pending', kyc_submitted_at: null }]);
  });

  it('waits on the suspense account when the e-mail belongs to somebody else by now', async () => {
    const who = await calls.verified(80);
    const [{ email = '' } = {}] = await database.rows('SELECT email FROM users WHERE id = ?', [who.id]);
    await calls.close(who, { iban: newIban() });
    await calls.letGo(who);
    await calls.reaches(who, 'closed');
    await newCustomer(bank.shellUrl, { email });
    const [payout] = await calls.payoutsOf(who);
    await sendBack(payout?.reference ?? '', 8000n);
    await until(async () => (await calls.payoutsOf(who))[0]?.stage === 'returned');
    await calls.reaches(who, 'failed');
    expect(await waitingOf(who)).toHaveLength(1);
    expect(await calls.sums(who)).toMatchObject({ balance: '0', closed: 1 });
  });
});
