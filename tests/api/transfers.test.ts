/** @jest-environment ./tests/support/bank-environment.ts */
import { insertMovement } from '../support/movements';
import { sharedBank } from '../support/shared-bank';
import { newCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { statuses } from './people';

const { bank, database } = sharedBank();

const send = (who: SignedIn, body: object, key?: string) =>
  call('POST', `${bank.shellUrl}/api/balance/transfer`, {
    token: who.token,
    body,
    headers: { 'accept-language': 'en', ...(key && { 'idempotency-key': key }) },
  });

async function customerWith(amount: number, names: Record<string, string> = {}): Promise<SignedIn> {
  const who = await newCustomer(bank.shellUrl, names);
  if (amount > 0) {
    const body = { amount, type: 'add' };
    await call('POST', `${bank.shellUrl}/api/balance/update`, { token: who.token, body });
  }
  return who;
}

async function balanceOf({ id }: SignedIn): Promise<number> {
  const [row] = await database.rows('SELECT balance FROM accounts WHERE user_id = ?', [id]);
  return Number(row?.balance);
}

async function listed(who: SignedIn, query = '') {
  const path = `${bank.shellUrl}/api/user/transactions${query}`;
  const { body } = await call<{ transactions: Record<string, unknown>[] }>('GET', path, { token: who.token });
  return body.transactions.map(({ type, description, amount, reference }) => ({
    type,
    description,
    amount,
    reference,
  }));
}

describe('a transfer to another customer', () => {
  it('moves the money at once, and shows each side the other’s name', async () => {
    const paul = await customerWith(100, { first_name: 'Paul', last_name: 'Kermarec' });
    const anne = await customerWith(0, { first_name: 'Anne', last_name: 'Durand' });
    const { status, body } = await send(paul, { recipient_id: anne.id, amount: 30.25, description: 'Loyer' });
    expect([status, body]).toEqual([201, { success: true, reference: body.reference, balance: 69.75 }]);
    expect([await balanceOf(paul), await balanceOf(anne)]).toEqual([6_975, 3_025]);
    const { reference } = body;
    expect((await listed(paul))[0]).toEqual({
      type: 'transfer',
      description: 'Anne Durand – Loyer',
      amount: -30.25,
      reference,
    });
    expect(await listed(anne, '?search=kermarec')).toEqual([
      { type: 'incoming', description: 'Paul Kermarec – Loyer', amount: 30.25, reference },
    ]);
    await send(paul, { recipient_id: anne.id, amount: 1, description: '' });
    expect((await listed(anne))[0]?.description).toBe('Paul Kermarec');
  });

  it('is refused to oneself, and to an unknown, inactive or deleted user', async () => {
    const [who, inactive, deleted] = [await customerWith(10), await customerWith(0), await customerWith(0)];
    await database.rows(`UPDATE users SET status = 'inactive' WHERE id = ?`, [inactive.id]);
    await database.rows('UPDATE users SET deleted_at = NOW(3) WHERE id = ?', [deleted.id]);
    const refused = async (recipient_id: number) => {
      const { status, body } = await send(who, { recipient_id, amount: 1 });
      return [status, body.code, body.error];
    };
    const unknown = [404, 'RECIPIENT_NOT_FOUND', 'This recipient does not exist.'];
    expect(await refused(who.id)).toEqual([
      422,
      'TRANSFER_TO_SELF',
      'Choose a recipient other than yourself.',
    ]);
    for (const id of [inactive.id, deleted.id, 999_999, Number.MAX_SAFE_INTEGER]) {
      expect(await refused(id)).toEqual(unknown);
    }
    expect(await balanceOf(who)).toBe(1_000);
  });

  it.each([
    [{ amount: 1 }, 400, 'MALFORMED_REQUEST'],
    [{ recipient_id: 'one', amount: 1 }, 400, 'MALFORMED_REQUEST'],
    [{ recipient_id: 0, amount: 1 }, 422, 'INVALID_FIELDS'],
    [{ recipient_id: 1.5, amount: 1 }, 400, 'MALFORMED_REQUEST'],
    [{ recipient_id: 1, amount: 0 }, 422, 'INVALID_FIELDS'],
    [{ recipient_id: 1, amount: -5 }, 422, 'INVALID_FIELDS'],
    [{ recipient_id: 1, amount: 0.001 }, 422, 'INVALID_FIELDS'],
    [{ recipient_id: 1, amount: 1e12 }, 422, 'INVALID_FIELDS'],
    [{ recipient_id: 1, amount: 1, description: 'x'.repeat(141) }, 422, 'INVALID_FIELDS'],
  ])('refuses %j', async (body, status, code) => {
    const answer = await send(await customerWith(0), body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('may use the overdraft, but no more', async () => {
    const [from, to] = [await customerWith(0), await customerWith(0)];
    const over = await send(from, { recipient_id: to.id, amount: 500.01 });
    expect([over.status, over.body.code]).toEqual([422, 'INSUFFICIENT_FUNDS']);
    expect((await send(from, { recipient_id: to.id, amount: 500 })).status).toBe(201);
    expect(await balanceOf(from)).toBe(-50_000);
  });

  it('respects the daily limit, regardless of earlier days and of simultaneous transfers', async () => {
    const [from, to] = [await customerWith(10_000), await customerWith(0)];
    const [account] = await database.rows('SELECT id FROM accounts WHERE user_id = ?', [from.id]);
    const past = {
      reference: `L${from.id}`,
      kind: 'deposit',
      description: 'x',
      amount: 1_000_000,
      at: new Date(),
    };
    await insertMovement(database, Number(account?.id), past);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send(from, { recipient_id: to.id, amount: 1_000 })),
    );
    expect(statuses(answers)).toEqual({ 201: 10, 422: 2 });
    const last = await send(from, { recipient_id: to.id, amount: 0.01 });
    expect([last.status, last.body.code]).toEqual([422, 'TRANSFER_LIMIT_EXCEEDED']);
    await database.rows('UPDATE accounts SET transfer_limit = transfer_limit + 1 WHERE user_id = ?', [
      from.id,
    ]);
    expect((await send(from, { recipient_id: to.id, amount: 0.01 })).status).toBe(201);
  });

  it('moves money once under one key, even with simultaneous copies', async () => {
    const [from, to] = [await customerWith(1_000), await customerWith(0)];
    const order = { recipient_id: to.id, amount: 10 };
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(from, order, 'rent-november')));
    expect(statuses(answers)).toEqual({ 201: 50 });
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect([await balanceOf(from), await balanceOf(to)]).toEqual([99_000, 1_000]);
    const other = await send(from, { ...order, amount: 11 }, 'rent-november');
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('may cross its opposite without loss', async () => {
    const [one, other] = [await customerWith(100), await customerWith(100)];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 === 0
          ? send(one, { recipient_id: other.id, amount: 1 })
          : send(other, { recipient_id: one.id, amount: 1 }),
      ),
    );
    expect(statuses(answers)).toEqual({ 201: 40 });
    expect([await balanceOf(one), await balanceOf(other)]).toEqual([10_000, 10_000]);
  });
});
