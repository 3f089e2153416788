/** @jest-environment ./tests/support/bank-environment.ts */
import type { OwnPayment } from '@bank/contracts/payments';
import type { SignedIn } from '../support/customers';
import { freePorts, ServerProcess } from '../support/server';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { type MadePayment, newIban, order, paymentCalls } from './payment-fixture';

const { bank, database } = sharedBank();
let calls: ReturnType<typeof paymentCalls>;
beforeAll(() => {
  calls = paymentCalls(bank.shellUrl, database);
});

const pay = (who: SignedIn, recipient: string, payment_method: string) =>
  calls.pay(who, { ...order, amount: 1, recipient_account: recipient, payment_method });
const own = async (who: SignedIn, { id }: { id: number }) =>
  (await calls.get<OwnPayment>(who, `user/payments/${id}`)).body;
const stagesOf = async (payments: { id: number }[]) => {
  const rows = await database.rows('SELECT DISTINCT stage FROM payments WHERE id IN (?)', [
    payments.map(({ id }) => id),
  ]);
  return rows.map(({ stage }) => stage);
};
const queueBeforeCutOff = (payments: { id: number }[]) =>
  database.rows(
    `UPDATE payments SET stage = 'queued', decided_by = 'rules', queued_at = created_at - INTERVAL 1 DAY
     WHERE id IN (?)`,
    [payments.map(({ id }) => id)],
  );
/** How often each payment was sent. */
function timesSent(payments: MadePayment[]): number[] {
  const sent = bank.rail.received.flatMap((message) =>
    message.type === 'pacs.008.001.08' ? message.transfers.map(({ transactionId }) => transactionId) : [],
  );
  return payments.map(({ reference }) => sent.filter((id) => id === reference).length);
}

it('asks about an instant payment while a batch waits for its late answer', async () => {
  const [who, other] = [await calls.verified(100), await calls.verified(100)];
  const [late, silent] = [newIban(), newIban()];
  bank.rail.behave(late, { settleAfterMs: 8_000 });
  bank.rail.behave(silent, 'silent');
  const batched = await pay(who, late, 'sepa_transfer');
  await queueBeforeCutOff([batched]);
  await until(async () => (await own(who, batched)).stage === 'sent');
  const instant = await pay(other, silent, 'sepa_instant');
  await until(async () => (await own(other, instant)).stage === 'sent');
  await database.rows('UPDATE payments SET next_ask_at = created_at WHERE id = ?', [instant.id]);
  await until(async () => (await own(other, instant)).stage === 'settled');
  expect((await own(who, batched)).stage).toBe('sent');
  await until(async () => (await own(who, batched)).stage === 'settled');
});

it('settles fifty instant payments of fifty customers, each sent once', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => calls.verified(10)));
  const made = await Promise.all(people.map((who) => pay(who, newIban(), 'sepa_instant')));
  // An answer that is lost on a busy machine is asked for after ten seconds, and again later.
  await until(async () => (await stagesOf(made)).join() === 'settled', 60);
  expect(timesSent(made)).toEqual(made.map(() => 1));
  for (const who of people) expect(await calls.fundsOf(who)).toEqual([900, 0]);
}, 120_000);

it('sends each payment of a batch once from two servers', async () => {
  const second = new ServerProcess(await freePorts(), {
    DATABASE_URL: bank.databaseUrl,
    DATA_DIR: bank.dataDir,
    ...bank.rail.environment,
  });
  await second.start();
  try {
    const people = await Promise.all(Array.from({ length: 10 }, () => calls.verified(10)));
    const orders = people.flatMap((who) =>
      Array.from({ length: 9 }, () => pay(who, newIban(), 'sepa_transfer')),
    );
    const made = await Promise.all(orders);
    await queueBeforeCutOff(made);
    await until(async () => (await stagesOf(made)).join() === 'settled');
    expect(timesSent(made)).toEqual(made.map(() => 1));
    for (const who of people) expect(await calls.fundsOf(who)).toEqual([100, 0]);
  } finally {
    await second.stop();
  }
});
