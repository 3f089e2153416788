import type { Closing, ClosingOutlook } from '@bank/contracts/closings';
import { type Bank, startBank } from '../support/bank';
import { connectTo, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { until } from '../support/until';
import { paymentCalls } from './payment-fixture';

/** A bank of its own, whose jobs run every second, and the calls of customers who close their relations with it. */
export async function startClosings() {
  const bank = await startBank({ env: { JOBS_EVERY_SECONDS: '1' } });
  const database = connectTo(bank.migrationUrl);
  const stop = async () => {
    await database.end();
    await bank.stop();
  };
  return { bank, database, calls: closingCalls(bank, database), stop };
}
export type Closings = Awaited<ReturnType<typeof startClosings>>;

function closingCalls({ shellUrl }: Bank, database: TestConnection) {
  const address = `${shellUrl}/api/settings/closing`;
  const outlook = async ({ token }: SignedIn) => (await call<ClosingOutlook>('GET', address, { token })).body;
  const close = ({ token }: SignedIn, body: object = {}, options: { key?: string; approve?: boolean } = {}) =>
    call<Closing & { code?: string }>('POST', address, {
      token,
      body,
      approve: options.approve ?? true,
      headers: options.key ? { 'idempotency-key': options.key } : {},
    });
  const stateOf = async ({ id }: SignedIn) =>
    (
      await database.rows('SELECT state FROM relation_closings WHERE user_id = ? ORDER BY id DESC LIMIT 1', [
        id,
      ])
    )[0]?.state;
  const reaches = (who: SignedIn, state: string) =>
    until(async () => {
      await database.rows(
        'UPDATE relation_closings SET look_at = NOW(3) WHERE user_id = ? AND look_at > NOW(3)',
        [who.id],
      );
      return (await stateOf(who)) === state;
    });
  const isSignedIn = async ({ token }: SignedIn) =>
    (await call('GET', `${shellUrl}/api/auth/me`, { token })).status === 200;
  const sums = async ({ id }: SignedIn) =>
    (
      await database.rows(
        'SELECT balance, held, closed_at IS NOT NULL AS closed FROM accounts WHERE user_id = ?',
        [id],
      )
    )[0];
  const payoutsOf = ({ id }: SignedIn) =>
    database.rows(
      `SELECT p.id, p.reference, p.stage, p.amount, p.recipient_account FROM relation_closings c
       JOIN closing_payouts o ON o.closing_id = c.id JOIN payments p ON p.id = o.payment_id WHERE c.user_id = ? ORDER BY p.id`,
      [id],
    );
  /** The cut-off has come. */
  const letGo = (who: SignedIn) =>
    database.rows(
      `UPDATE payments p JOIN closing_payouts o ON o.payment_id = p.id JOIN relation_closings c ON c.id = o.closing_id
       SET p.queued_at = p.queued_at - INTERVAL 4 DAY WHERE c.user_id = ? AND p.stage = 'queued'`,
      [who.id],
    );
  return {
    ...paymentCalls(shellUrl, database),
    outlook,
    close,
    stateOf,
    reaches,
    isSignedIn,
    sums,
    payoutsOf,
    letGo,
  };
}
