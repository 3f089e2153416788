/** @jest-environment ./tests/support/bank-environment.ts */
import { addDays } from '@bank/contracts/days';
import type { PaymentSettings } from '@bank/contracts/payment-settings';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import type { SignedIn } from '../support/customers';
import type { CallOptions } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { type Asked, staffCalls } from '../support/staff';
import { letPaymentsGo, newIban, order, paymentCalls } from './payment-fixture';
import { refused, waits } from './staff-fixture';

const { bank, database } = sharedBank();
let calls: ReturnType<typeof paymentCalls>;
let staff: ReturnType<typeof staffCalls>;
let admin: SignedIn;

beforeAll(async () => {
  calls = paymentCalls(bank.shellUrl, database);
  staff = staffCalls(bank.shellUrl, database);
  admin = await staff.administrator();
});

/** Every test begins with the built-in limit. */
afterEach(() => letPaymentsGo(database));

const path = 'payment-settings';
const limit = async () => (await staff.ask<PaymentSettings>(admin, 'GET', path)).body.automatic_limit;
const set = (who: SignedIn, automatic_limit: number, more?: CallOptions) =>
  staff.ask<Asked & { automatic_limit?: number }>(who, 'PUT', path, { automatic_limit }, more);
const pay = (who: SignedIn, amount: number, recipient_account: string) =>
  calls.pay(who, { ...order, amount, recipient_account });

describe('the automatic limit', () => {
  it('is lowered at once; 0 leaves every payment to a person', async () => {
    expect(await limit()).toBe(1_000);
    expect(await set(admin, 0)).toMatchObject({ status: 200, body: { automatic_limit: 0 } });
    const who = await calls.verified(100);
    expect(await pay(who, 20, newIban())).toMatchObject({ stage: 'awaiting_approval' });
  });

  it('is not replaced by an administrator who had read another one', async () => {
    const save = (automatic_limit: number, seen: number) =>
      staff.ask<Asked>(admin, 'PUT', path, { automatic_limit, seen });
    expect((await save(300, 1_000)).status).toBe(200);
    expect((await save(300, 1_000)).status).toBe(200);
    expect(await save(200, 1_000)).toMatchObject(refused(409, 'SETTING_CHANGED'));
    expect(await limit()).toBe(300);
    const colleague = await staff.administrator();
    const theirs = await staff.ask<{ error: string }>(colleague, 'PUT', path, {
      automatic_limit: 100,
      seen: 1_000,
    });
    expect(theirs.body.error).toMatch(/^Test Client a changé ce réglage entre-temps/);
    expect((await save(200, 300)).status).toBe(200);
  });

  it('is not replaced by who had read the built-in one at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        staff.ask<Asked>(admin, 'PUT', path, { automatic_limit: nth, seen: 1_000 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  it('is raised by two administrators with an approval each, never by one', async () => {
    const left = await set(admin, 5_000, { approve: false });
    expect(left).toMatchObject(refused(403, 'APPROVAL_REQUIRED'));
    expect(left.body).toMatchObject({
      approval: { summary: { action: 'automatic_limit', amount: 5_000 } },
    });
    const asked = await set(admin, 5_000);
    expect(asked).toMatchObject(waits);
    expect(asked.body.approval?.changes).toEqual([{ field: 'automatic_limit', from: 1_000, to: 5_000 }]);
    expect(await staff.approve(admin, asked.body.approval?.id)).toMatchObject(
      refused(403, 'SECOND_APPROVER_REQUIRED'),
    );
    expect(await limit()).toBe(1_000);
    expect((await staff.approved(asked)).status).toBe(200);
    expect(await limit()).toBe(5_000);
  });

  it('is not restored alone by the administrator who switched it off', async () => {
    await set(admin, 0);
    expect(await set(admin, 1_000)).toMatchObject(waits);
    expect(await limit()).toBe(0);
  });

  it('is not raised by a request that is out of date', async () => {
    const asked = await set(admin, 5_000);
    await set(admin, 500);
    expect(await staff.approved(asked)).toMatchObject(refused(409, 'APPROVAL_OUTDATED'));
    expect(await limit()).toBe(500);
  });

  it('is raised once by two approvals at the same moment', async () => {
    const asked = await set(admin, 5_000);
    const both = await Promise.all([staff.approved(asked), staff.approved(asked)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is out of reach of customers, and at most 10 000', async () => {
    expect((await set(await calls.customer(0), 10_000)).status).toBe(403);
    expect((await set(admin, 10_000.01)).status).toBe(422);
    expect(await set(admin, -1)).toMatchObject({
      status: 422,
      body: { fields: { automatic_limit: 'Cette valeur est trop petite.' } },
    });
  });

  it('holds for the sum of a day to one recipient, so that an amount does not leave in parts', async () => {
    const who = await calls.verified(5_000);
    const recipient = newIban();
    expect(await pay(who, 600, recipient)).toMatchObject({ decided_by: 'rules' });
    expect(await pay(who, 400.01, recipient)).toMatchObject({ stage: 'awaiting_approval' });
    expect(await pay(who, 400, recipient)).toMatchObject({ decided_by: 'rules' });
    const yesterday = 'UPDATE payments SET created_at = created_at - INTERVAL 25 HOUR WHERE created_by = ?';
    await database.rows(yesterday, [who.id]);
    expect(await pay(who, 600, recipient)).toMatchObject({ decided_by: 'rules' });
  });

  it('holds for what was ordered over some days to leave on one, and not for another month', async () => {
    const who = await calls.verified(8_000);
    const recipient = newIban();
    const inDays = (days: number) => addDays(parisDay(new Date()), days);
    const plan = (amount: number, day: string) =>
      calls.pay(who, { ...order, amount, recipient_account: recipient, execution_date: day });
    const aDayLater = () =>
      database.rows('UPDATE payments SET created_at = created_at - INTERVAL 25 HOUR WHERE created_by = ?', [
        who.id,
      ]);
    expect(await plan(600, inDays(10))).toMatchObject({ decided_by: 'rules' });
    await aDayLater();
    expect(await plan(600, inDays(10))).toMatchObject({ stage: 'awaiting_approval' });
    expect(await plan(600, inDays(11))).toMatchObject({ stage: 'awaiting_approval' });
    expect(await plan(400, inDays(10))).toMatchObject({ decided_by: 'rules' });
    await aDayLater();
    expect(await plan(600, inDays(40))).toMatchObject({ decided_by: 'rules' });
    await aDayLater();
    // The day has come on which it leaves.
    await database.rows('UPDATE payments SET execution_day = ? WHERE created_by = ? AND execution_day = ?', [
      inDays(0),
      who.id,
      inDays(40),
    ]);
    expect(await pay(who, 600, recipient)).toMatchObject({ stage: 'awaiting_approval' });
  });

  it('holds for twenty parts that are ordered at the same moment', async () => {
    const who = await calls.verified(8_000);
    const recipient = newIban();
    const parts = await Promise.all(Array.from({ length: 20 }, () => pay(who, 400, recipient)));
    expect(parts.filter(({ decided_by }) => decided_by === 'rules')).toHaveLength(2);
  });

  it('counts no payment that failed', async () => {
    const who = await calls.verified(5_000);
    const recipient = newIban();
    bank.rail.behave(recipient, { refuse: 'AC04' });
    const { id } = await calls.pay(who, {
      ...order,
      amount: 900,
      recipient_account: recipient,
      payment_method: 'sepa_instant',
    });
    await until(
      async () => (await calls.get<{ status: string }>(who, `user/payments/${id}`)).body.status === 'failed',
    );
    expect(await pay(who, 900, recipient)).toMatchObject({ decided_by: 'rules' });
  });
});

describe('the charges of a payment', () => {
  it.each(['OUR', 'BEN'])('are not %s in SEPA, where they are shared', async (charges) => {
    const who = await calls.verified(100);
    const answer = await calls.post(who, 'paiement', { ...order, charges });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'INVALID_FIELDS', fields: { charges: expect.any(String) } },
    });
  });
});
