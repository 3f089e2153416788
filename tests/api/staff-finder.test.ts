/** @jest-environment ./tests/support/bank-environment.ts */
import type { CustomerFile, FoundList } from '../../libs/contracts/finder';
import type { StaffRole } from '../../libs/contracts/permissions';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { paymentCalls } from './payment-fixture';

const { bank, database } = sharedBank();
const calls = paymentCalls(bank.shellUrl, database);

const get = <Body>(who: SignedIn, address: string) =>
  call<Body & { code?: string }>('GET', `${bank.shellUrl}/api/${address}`, { token: who.token });
const find = async (who: SignedIn, q: string) =>
  (await get<FoundList>(who, `admin/find?q=${encodeURIComponent(q)}`)).body.found;

async function member(role: StaffRole): Promise<SignedIn> {
  const person = await newCustomer(bank.shellUrl);
  await promote(database, person, [role]);
  return person;
}

describe('the search of staff', () => {
  let owner: SignedIn;
  let payer: SignedIn;
  let email: string;
  let made: Awaited<ReturnType<typeof calls.pay>>;

  beforeAll(async () => {
    [owner, payer] = await Promise.all([member('owner'), calls.customer(200)]);
    made = await calls.pay(payer, { amount: 10 });
    const [row] = await database.rows('SELECT email FROM users WHERE id = ?', [payer.id]);
    email = String(row?.email);
  });

  it('finds people and payments by the beginning of their names and references', async () => {
    expect(await find(owner, email)).toMatchObject([
      { kind: 'person', id: payer.id, note: email, user_id: payer.id },
    ]);
    expect(await find(owner, String(payer.id))).toContainEqual(
      expect.objectContaining({ kind: 'person', id: payer.id }),
    );
    expect(await find(owner, made.reference.toLowerCase())).toMatchObject([
      { kind: 'payment', id: made.id, title: made.reference, note: 'Anne Durand' },
    ]);
    expect(await find(owner, `\u200e${made.reference.replaceAll('-', '\u2011')}\u00a0`)).toMatchObject([
      { kind: 'payment', id: made.id },
    ]);
    // Not a pattern that matches all; other tests may have people whose names begin so.
    expect(await find(owner, '%')).not.toContainEqual(expect.objectContaining({ id: payer.id }));
    expect((await get(owner, 'admin/find?q=')).status).toBe(400);
    for (const q of ['Lefèvre', '😀'])
      expect([q, (await get(owner, `admin/find?q=${encodeURIComponent(q)}`)).status]).toEqual([q, 200]);
  });

  it('finds only what the roles may read, and nothing for customers', async () => {
    const releases = await member('releases');
    expect(await find(releases, email)).toEqual([]);
    expect(await find(releases, made.reference)).toEqual([]);
    expect(await find(await member('operations'), made.reference)).toHaveLength(1);
    expect((await get(payer, `admin/find?q=${payer.id}`)).status).toBe(403);
  });

  it('shows the newest movements among the figures only with the permission to read them', async () => {
    const recent = async (who: SignedIn) =>
      (await get<{ recent: object[]; totalUsers: number }>(who, 'admin/stats')).body;
    expect((await recent(owner)).recent).not.toEqual([]);
    for (const role of ['operations', 'releases'] as const) {
      expect(await recent(await member(role))).toMatchObject({
        recent: [],
        totalUsers: expect.any(Number) as number,
      });
    }
  });

  it('gathers the data of one customer, within the reader’s permissions', async () => {
    const whole = (await get<CustomerFile>(owner, `admin/users/${payer.id}/file`)).body;
    expect(whole.payments).toMatchObject([{ id: made.id, amount: 10, state: 'pending' }]);
    expect(whole.accounts).toMatchObject([{ currency: 'EUR', balance: 200, reserved: 10 }]);
    expect(whole.sessions.length).toBeGreaterThan(0);
    const paymentsDesk = await member('payments');
    const part = (await get<CustomerFile>(paymentsDesk, `admin/users/${payer.id}/file`)).body;
    expect(part).toMatchObject({ submissions: null, payments: [{ id: made.id }] });
    expect((await get(owner, 'admin/users/999999999/file')).status).toBe(404);
    expect((await get(payer, `admin/users/${payer.id}/file`)).status).toBe(403);
    // A session that nobody uses is over, although nobody ended it.
    const unused = 'UPDATE sessions SET last_active_at = last_active_at - INTERVAL 30 DAY WHERE user_id = ?';
    await database.rows(unused, [payer.id]);
    const later = (await get<CustomerFile>(owner, `admin/users/${payer.id}/file`)).body;
    expect(later.sessions).toEqual([]);
  });
});
