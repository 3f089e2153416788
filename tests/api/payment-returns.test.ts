/** @jest-environment ./tests/support/bank-environment.ts */
import mysql from 'mysql2/promise';
import { newId } from '../support/clearing-house';
import type { SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { newIban } from './payment-fixture';
import { returnOf, reportOf, railPayments } from './rail-fixture';

const shared = sharedBank();
const { bank, database } = shared;
const { calls, verified, payInstant, own, atStage, send, incidents } = railPayments(shared);
let admin: SignedIn;
beforeAll(async () => {
  admin = await calls.administrator();
});

describe('returned money', () => {
  it('comes once, however often the return is sent', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const message = returnOf(made.reference, 2_000n, { returnId: 'RT-ONCE-1' });
    await Promise.all([send(message), send(message), send({ ...message, messageId: newId() })]);
    await send({ ...message, messageId: newId() });
    expect((await own(who, made)).stage).toBe('returned');
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
  });

  it('under the id of an earlier return moves nothing, and opens an incident', async () => {
    const who = await verified(100);
    const made = [await payInstant(who, newIban()), await payInstant(who, newIban())] as const;
    for (const each of made) await atStage(who, each, 'settled');
    const [first, other] = made.map(({ reference }) =>
      returnOf(reference, 2_000n, { returnId: 'RT-USED-1' }),
    );
    if (!first || !other) throw new Error('two payments were made');
    await send(first);
    await send({ ...first, messageId: newId() });
    expect(await incidents('RT-USED-1')).toEqual([]);
    await send(other);
    expect((await own(who, made[1])).stage).toBe('settled');
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
    expect(await incidents('RT-USED-1')).toEqual([{ kind: 'return_altered' }]);
  });

  it('goes to the bank where the bank has refunded the payment of its own money, once', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const words = new FormData();
    words.append('reason', 'not_me');
    words.append('text', 'Ce n’était pas moi.');
    const claim = await call<{ id: number }>(
      'POST',
      `${bank.shellUrl}/api/transactions/${made.id * 2 + 1}/dispute`,
      { token: who.token, body: words },
    );
    const path = `${bank.shellUrl}/api/admin/cases/${claim.body.id}`;
    const read = async () =>
      (await call<{ version: number; refund: object }>('GET', path, { token: admin.token })).body;
    const { version } = await read();
    const body = { act: 'pay', reason: 'Compte volé', version };
    expect((await call('POST', `${path}/refund`, { token: admin.token, body })).status).toBe(200);
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
    const message = returnOf(made.reference, 2_000n);
    await Promise.all([send(message), send(message)]);
    expect((await own(who, made)).stage).toBe('returned');
    expect(await calls.fundsOf(who)).toEqual([10_000, 0]);
    expect((await read()).refund).toMatchObject({ state: 'paid', amount: 20, recovered: 20 });
  });

  it.each([
    ['of an unknown payment', 'PAY-UNKNOWN', 500n],
    ['of another amount', undefined, 1_999n],
  ])('%s waits on the suspense account, with an incident', async (_what, reference, cents) => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const returnId = newId();
    await send(returnOf(reference ?? made.reference, cents, { returnId }));
    expect((await own(who, made)).stage).toBe('settled');
    expect(await incidents(returnId)).toEqual([{ kind: 'return_unknown' }]);
  });

  it('of a payment whose account is closed by now waits on the suspense account, with an incident', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    await database.rows('UPDATE users SET deleted_at = NOW() WHERE id = ?', [who.id]);
    await send(returnOf(made.reference, 2_000n));
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
    expect(await incidents(made.reference)).toEqual([{ kind: 'payment_suspended' }]);
  });

  it('waits there too when the relation ends at the moment at which the money comes', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    const ending = await mysql.createConnection(bank.migrationUrl);
    try {
      await ending.query('START TRANSACTION');
      await ending.query('SELECT id FROM accounts WHERE user_id = ? FOR UPDATE', [who.id]);
      const answer = send(returnOf(made.reference, 2_000n));
      // The payment is locked, and whether its account is open was read.
      const free = 'SELECT id FROM payments WHERE id = ? FOR UPDATE SKIP LOCKED';
      await until(async () => (await database.rows(free, [made.id])).length === 0);
      await ending.query('UPDATE users SET deleted_at = NOW() WHERE id = ?', [who.id]);
      await ending.query('COMMIT');
      await answer;
    } finally {
      await ending.end();
    }
    await until(async () => (await incidents(made.reference)).length === 1);
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
    expect(await incidents(made.reference)).toEqual([{ kind: 'payment_suspended' }]);
  });

  it('moves nothing when an outcome contradicts an earlier one, and opens an incident', async () => {
    const who = await verified(100);
    const made = await payInstant(who, newIban());
    await atStage(who, made, 'settled');
    await send(reportOf(made.reference, 'RJCT'));
    expect((await own(who, made)).stage).toBe('settled');
    expect(await calls.fundsOf(who)).toEqual([8_000, 0]);
    expect(await incidents(made.reference)).toEqual([{ kind: 'payment_outcome' }]);
  });
});
