import type { DirectDebitList } from '@bank/contracts/direct-debits';
import type { ReconciliationList } from '@bank/contracts/reconciliation';
import { type Bank, startBank } from '../support/bank';
import { connectTo, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { newAdministrator } from '../support/staff';
import { until } from '../support/until';
import { dayFromNow } from './collections-fixture';
import { paymentCalls } from './payment-fixture';

let bank: Bank;
let database: TestConnection;
beforeAll(async () => {
  bank = await startBank({ world: true, env: { LOG_LEVEL: 'error', JOBS_EVERY_SECONDS: '1' } });
  database = connectTo(bank.migrationUrl);
  // The clearing house settles on every day, also on a Saturday.
  await database.rows(`REPLACE INTO bank_settings (name, value) VALUES ('sepa_cut_offs', '*')`);
});
afterAll(async () => {
  await database.end();
  await bank.stop();
});

const play = <Body>(path: string, body?: object) =>
  call<Body>(body ? 'POST' : 'GET', `${bank.worldUrl}/play/${path}`, { body });
const act = (who: SignedIn, id: number, decision: 'refund' | 'refuse') =>
  call('POST', `${bank.shellUrl}/api/direct-debits/${id}/${decision}`, { token: who.token, body: {} });

it('is followed by the world to its end, and both sides agree on the money', async () => {
  const calls = paymentCalls(bank.shellUrl, database);
  const who = await calls.customer(100);
  const [account] = await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [who.id]);
  const iban = String(account?.iban);
  const collect = async (amount: number, more: object = {}) => {
    const request = { iban, name: 'Client', amount, mandate_id: 'M-1', ...more };
    const { body } = await play<{ transaction_ids: string[] }>('collections', request);
    return body.transaction_ids[0] ?? '';
  };
  const becomes = (id: string, state: string, reason: string | null = null) =>
    until(async () => {
      const { body } = await play<{ payments: { state: string; reason: string | null }[] }>(
        `payments?transaction_id=${id}`,
      );
      return body.payments[0]?.state === state && body.payments[0].reason === reason;
    });
  const debitsOf = async () => (await calls.get<DirectDebitList>(who, 'direct-debits')).body.direct_debits;
  const idOf = async (amount: number, status: string) =>
    (await debitsOf()).find((each) => each.amount === amount && each.status === status)?.id ?? 0;

  const kept = await collect(10);
  const refunded = await collect(20);
  const tooMuch = await collect(5_000);
  const coming = await collect(7, { due_on: dayFromNow(3) });
  const refused = await collect(8, { due_on: dayFromNow(3) });
  await becomes(kept, 'settled');
  await becomes(refunded, 'settled');
  await becomes(tooMuch, 'rejected', 'AM04');
  await becomes(coming, 'pending');
  const held = await collect(10);
  await becomes(held, 'settled');

  await act(who, await idOf(20, 'booked'), 'refund');
  await act(who, await idOf(10, 'held'), 'refuse');
  await act(who, await idOf(8, 'upcoming'), 'refuse');
  await becomes(refunded, 'returned', 'MD06');
  await becomes(held, 'returned', 'MD06');
  await becomes(refused, 'rejected', 'MS02');
  await database.rows(`UPDATE direct_debits SET due_on = ? WHERE status = 'upcoming'`, [dayFromNow(0)]);
  await becomes(coming, 'settled');
  expect(await calls.fundsOf(who)).toEqual([8_300, 0]);

  const { body: sent } = await play<{ message_id: string }>('statements', {});
  const admin = await newAdministrator(bank.shellUrl, database);
  const dayOf = async () => {
    const path = `${bank.backOfficeUrl}/api/admin/reconciliation`;
    const { body } = await call<ReconciliationList>('GET', path, { token: admin.token });
    return body.days.find(({ message_id: id }) => id === sent.message_id);
  };
  await until(async () => !['running', undefined].includes((await dayOf())?.state));
  expect(await dayOf()).toMatchObject({ state: 'reconciled', differences: [], statement_balance: -17 });
}, 90_000);
