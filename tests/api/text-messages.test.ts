/** @jest-environment ./tests/support/bank-environment.ts */
import { newCustomer } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';

const { bank, database } = sharedBank();

/** A customer who wants text messages only, with a number of their own. */
async function texted() {
  const customer = await newCustomer(bank.shellUrl);
  const number = `+336398${String(10_000 + (customer.id % 90_000))}`;
  const verify = (at: Date | null) =>
    database.rows('UPDATE users SET phone = ?, phone_verified_at = ? WHERE id = ?', [
      number,
      at,
      customer.id,
    ]);
  await verify(new Date());
  await database.rows(
    `INSERT INTO preferences (user_id, email_notifications, sms_notifications, push_notifications,
       transaction_alerts, security_alerts, marketing_emails) VALUES (?, 0, 1, 0, 1, 1, 0)`,
    [customer.id],
  );
  const notify = (key: string) =>
    database.rows(
      `INSERT INTO notifications (user_id, type, text_key, text_values, created_at) VALUES (?, 'info', ?, '{}', NOW(3))`,
      [customer.id, key],
    );
  const isSettled = async () =>
    (
      await database.rows('SELECT 1 FROM notifications WHERE user_id = ? AND deliver_at IS NOT NULL', [
        customer.id,
      ])
    ).length === 0;
  return { ...customer, number, verify, notify, isSettled };
}

describe('a text message', () => {
  it('is delivered once, though the first try failed and the answer to the second was lost', async () => {
    const who = await texted();
    bank.rail.telephones.disturb(500, 'lost');
    await who.notify('kyc_approved');
    const tries = () => bank.rail.telephones.tries.filter((id) => id.startsWith('notification-'));
    // Each try ends, no longer leased for two minutes; the next comes seconds later, or at once.
    const dueAgain = async (after: number) => {
      const waits = `SELECT 1 FROM notifications WHERE user_id = ? AND delivery_tries = ?
        AND deliver_at < UTC_TIMESTAMP(3) + INTERVAL 60 SECOND`;
      await until(async () => (await database.rows(waits, [who.id, after])).length === 1);
      await database.rows('UPDATE notifications SET deliver_at = UTC_TIMESTAMP(3) WHERE user_id = ?', [
        who.id,
      ]);
    };
    await dueAgain(1);
    await until(async () => bank.rail.telephones.textsTo(who.number).length > 0);
    await dueAgain(2);
    await until(who.isSettled);
    const [message] = bank.rail.telephones.textsTo(who.number);
    expect(bank.rail.telephones.textsTo(who.number)).toHaveLength(1);
    expect(tries().filter((id) => id === message?.id)).toHaveLength(3);
  }, 30_000);

  it('goes to a verified number only', async () => {
    const who = await texted();
    await who.verify(null);
    await who.notify('kyc_approved');
    await until(who.isSettled);
    expect(bank.rail.telephones.textsTo(who.number)).toEqual([]);
    const answer = await call('GET', `${bank.shellUrl}/api/settings/preferences`, { token: who.token });
    expect(answer.body).toMatchObject({ textMessages: 'unverified' });
    await who.verify(new Date());
    await who.notify('kyc_approved');
    await until(async () => bank.rail.telephones.textsTo(who.number).length === 1);
  });
});
