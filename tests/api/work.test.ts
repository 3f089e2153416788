/** @jest-environment ./tests/support/bank-environment.ts */
import type { StaffRole } from '../../libs/contracts/permissions';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { paymentCalls } from './payment-fixture';

const { bank, database } = sharedBank();
const calls = paymentCalls(bank.shellUrl, database);
interface Taken {
  taken: { id: number; by: { id: number }; until: string }[];
  code?: string;
}

const send = <Body = Taken>(who: SignedIn, method: string, address: string, body?: unknown) =>
  call<Body>(method, `${bank.shellUrl}/api/${address}`, { token: who.token, body });
const take = (who: SignedIn, id: number, taken = true) =>
  send(who, 'PUT', `admin/work/payments/${id}`, { taken });
const holders = async (who: SignedIn, id: number) =>
  (await send(who, 'GET', `admin/work/payments?ids=${id}`)).body.taken.map(({ by }) => by.id);

async function member(role: StaffRole): Promise<SignedIn> {
  const person = await newCustomer(bank.shellUrl);
  await promote(database, person, [role]);
  return person;
}

interface Views {
  views: { id: number; name: string; query: string; owner: string | null }[];
  code?: string;
}

describe('views that are kept', () => {
  it('are the person’s own, or shared by colleagues, and removed by their owner', async () => {
    const [claire, sofia, auditor] = await Promise.all([
      member('payments'),
      member('support'),
      member('auditor'),
    ]);
    if (!claire || !sofia || !auditor) throw new Error('nobody to keep views');
    const keep = (who: SignedIn, name: string, shared: boolean, query = 'risk=low&sort=risk') =>
      send<Views>(who, 'POST', 'admin/views', { page: 'payments', name, query, shared });
    const listed = async (who: SignedIn) =>
      (await send<Views>(who, 'GET', 'admin/views?page=payments')).body.views;
    const own = `Petits ${claire.id}`;
    expect((await keep(claire, own, false)).body.views).toMatchObject([{ name: own, owner: null }]);
    const shared = (await keep(claire, `${own} partagés`, true)).body.views.at(-1);
    const names = async (who: SignedIn) => (await listed(who)).map(({ name }) => name);
    expect(await names(sofia)).toContain(`${own} partagés`);
    expect(await names(auditor)).toContain(`${own} partagés`);
    expect(await names(sofia)).not.toContain(own);
    const address = `admin/views/${shared?.id}`;
    expect((await send(sofia, 'DELETE', address)).status).toBe(404);
    expect((await keep(auditor, 'La mienne', false)).status).toBe(403);
    expect((await keep(claire, 'Ailleurs', true, '"><script>')).status).toBe(422);
    expect((await send(claire, 'DELETE', address)).status).toBe(204);
    expect(await names(sofia)).not.toContain(`${own} partagés`);
  });

  it('that are shared are visible only for readers of their list', async () => {
    const [claire, releases] = [await member('support'), await member('releases')];
    const name = `Zoé ${claire.id}`;
    const view = { page: 'users', name, query: 'search=zoe', shared: true };
    expect((await send<Views>(claire, 'POST', 'admin/views', view)).status).toBe(201);
    const listed = async (who: SignedIn) =>
      (await send<Views>(who, 'GET', 'admin/views?page=users')).body.views.map((each) => each.name);
    expect(await listed(await member('operations'))).toContain(name);
    expect(await listed(releases)).toEqual([]);
    const own = await send<Views>(releases, 'POST', 'admin/views', { ...view, name: 'La mienne' });
    expect(own.body.views.map((each) => each.name)).toEqual(['La mienne']);
  });

  it('are kept once under one key, and no other under it', async () => {
    const claire = await member('payments');
    const keep = (name: string) =>
      call<Views>('POST', `${bank.shellUrl}/api/admin/views`, {
        token: claire.token,
        body: { page: 'users', name, query: '', shared: false },
        headers: { 'idempotency-key': `view-${claire.id}` },
      });
    const [first, again] = [await keep('Mes erreurs'), await keep('Mes erreurs')];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(await keep('Autre')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    const { views } = (await send<Views>(claire, 'GET', 'admin/views?page=users')).body;
    expect(views.filter(({ owner }) => owner === null)).toHaveLength(1);
  });

  it('are at most fifty for a person, also when asked for at once', async () => {
    const claire = await member('payments');
    const keep = (name: string) =>
      send(claire, 'POST', 'admin/views', { page: 'kyc', name, query: '', shared: false });
    for (let kept = 0; kept < 48; kept += 1) await keep(`Vue ${kept}`);
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(keep));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('VIEW_LIMIT');
  });
});

describe('work that is taken', () => {
  let claire: SignedIn;
  let sofia: SignedIn;
  let payer: SignedIn;

  beforeAll(async () => {
    [claire, sofia, payer] = await Promise.all([member('payments'), member('payments'), calls.customer(200)]);
  });

  it('shows whose it is, is listed as mine, and blocks no decision of a colleague', async () => {
    const made = await calls.pay(payer, { amount: 10 });
    expect((await take(claire, made.id)).body.taken).toMatchObject([{ id: made.id, by: { id: claire.id } }]);
    expect(await holders(sofia, made.id)).toEqual([claire.id]);
    const mine = async (who: SignedIn) =>
      (await send<{ payments: { id: number }[] }>(who, 'GET', 'paiement?mine=mine&status=pending')).body
        .payments;
    expect(await mine(claire)).toMatchObject([{ id: made.id }]);
    expect(await mine(sofia)).toEqual([]);
    expect(await take(sofia, made.id)).toMatchObject({ status: 409, body: { code: 'WORK_TAKEN' } });
    await take(sofia, made.id, false);
    expect(await holders(sofia, made.id)).toEqual([claire.id]);
    expect((await calls.validate(sofia, made)).status).toBe(200);
    expect(await mine(claire)).toEqual([]);
  });

  it('goes to one of two people who take it at the same moment', async () => {
    const made = await calls.pay(payer, { amount: 11 });
    const answers = await Promise.all([take(claire, made.id), take(sofia, made.id), take(claire, made.id)]);
    const [holder] = await holders(claire, made.id);
    const refused = answers.filter(({ status }) => status === 409).length;
    expect(refused).toBe(holder === sofia.id ? 2 : 1);
  });

  it('is put back, and lapses without another sign', async () => {
    const made = await calls.pay(payer, { amount: 12 });
    await take(claire, made.id);
    await take(claire, made.id, false);
    expect(await holders(claire, made.id)).toEqual([]);
    await take(claire, made.id);
    await database.rows(
      'UPDATE work_items SET taken_at = taken_at - INTERVAL 31 MINUTE WHERE object_id = ?',
      [made.id],
    );
    expect(await holders(sofia, made.id)).toEqual([]);
    expect((await take(sofia, made.id)).body.taken).toMatchObject([{ by: { id: sofia.id } }]);
    expect((await take(claire, made.id)).status).toBe(409);
    // The clock of the bank was set back meanwhile.
    await database.rows('UPDATE work_items SET taken_at = taken_at + INTERVAL 2 HOUR WHERE object_id = ?', [
      made.id,
    ]);
    expect(await holders(sofia, made.id)).toEqual([]);
    expect((await take(claire, made.id)).body.taken).toMatchObject([{ by: { id: claire.id } }]);
    expect(await holders(claire, made.id)).toEqual([claire.id]);
  });

  it('is refused to readers, and for missing objects', async () => {
    const auditor = await member('auditor');
    const made = await calls.pay(payer, { amount: 13 });
    expect(await take(auditor, made.id)).toMatchObject({ status: 403, body: { code: 'OUTSIDE_ROLES' } });
    expect((await send(auditor, 'GET', `admin/work/payments?ids=${made.id}`)).status).toBe(200);
    expect((await send(payer, 'GET', `admin/work/payments?ids=${made.id}`)).status).toBe(403);
    expect((await take(claire, 999_999_999)).status).toBe(404);
    expect((await send(claire, 'GET', 'admin/work/payments?ids=1,x')).status).toBe(400);
  });
});
