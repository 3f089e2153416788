/** @jest-environment ./tests/support/bank-environment.ts */
import { declinedAmount } from '../support/clearing-house';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();

const add = (who: SignedIn, amount: number, key?: string) =>
  call<{ reference?: string; balance?: number; code?: string }>(
    'POST',
    `${bank.shellUrl}/api/balance/update`,
    {
      token: who.token,
      body: { amount, type: 'add' },
      ...(key && { headers: { 'idempotency-key': key } }),
    },
  );
const stateOf = ({ id }: SignedIn) =>
  database.rows('SELECT state, amount FROM top_ups WHERE user_id = ?', [id]);

it('moves money once the card network approved it', async () => {
  const who = await newCustomer(bank.shellUrl);
  const { status, body } = await add(who, 25.5);
  expect([status, body.balance]).toEqual([201, 25.5]);
  expect(await stateOf(who)).toEqual([{ state: 'booked', amount: '2550' }]);
});

it('asks the network by one id, and moves money once, for a call repeated under its key', async () => {
  const who = await newCustomer(bank.shellUrl);
  const before = bank.rail.topUps.length;
  const answers = await Promise.all([add(who, 10, 'again'), add(who, 10, 'again'), add(who, 10, 'again')]);
  await add(who, 10, 'again');
  expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
  expect(new Set(bank.rail.topUps.slice(before)).size).toBe(1);
  expect(await stateOf(who)).toHaveLength(1);
  expect((await add(who, 11, 'again')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

it('marks the answer of a call whose top-up was booked since the call was lost', async () => {
  const who = await newCustomer(bank.shellUrl);
  const first = await add(who, 10, 'booked-since');
  await database.rows(`DELETE FROM idempotency_keys WHERE client = ?`, [`user:${who.id}`]);
  const again = await add(who, 10, 'booked-since');
  expect(again.body.reference).toBe(first.body.reference);
  expect([first, again].map(({ headers }) => headers.has('Idempotent-Replayed'))).toEqual([false, true]);
});

it('charges the card for one of two amounts that come under one key at the same moment', async () => {
  const who = await newCustomer(bank.shellUrl);
  const before = bank.rail.topUps.length;
  const answers = await Promise.all([1, 2, 3].map((amount) => add(who, amount, 'two-amounts')));
  const codes = answers.map(({ status, body }) => body.code ?? status);
  expect(codes.sort()).toEqual([201, 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_REUSED']);
  expect(bank.rail.topUps.slice(before)).toHaveLength(1);
  expect(await stateOf(who)).toMatchObject([{ state: 'booked' }]);
});

it('accepts another amount under the key of a declined one', async () => {
  const who = await newCustomer(bank.shellUrl);
  expect((await add(who, declinedAmount, 'declined')).body.code).toBe('CARD_DECLINED');
  expect((await add(who, declinedAmount, 'declined')).body.code).toBe('CARD_DECLINED');
  expect((await add(who, 12, 'declined')).body.balance).toBe(12);
});

it('moves nothing when the card is declined', async () => {
  const who = await newCustomer(bank.shellUrl);
  const { status, body } = await add(who, declinedAmount);
  expect([status, body.code]).toEqual([422, 'CARD_DECLINED']);
  expect(await stateOf(who)).toMatchObject([{ state: 'declined' }]);
});

it('keeps its customer from being deleted until the network has answered', async () => {
  const [who, admin] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
  await promote(database, admin);
  const remove = () => call('DELETE', `${bank.shellUrl}/api/admin/users/${who.id}`, { token: admin.token });
  // As a server leaves it that ended before the answer.
  await database.rows(
    'INSERT INTO top_ups (id, user_id, amount, created_at) VALUES (MD5(?), ?, 1500, UTC_TIMESTAMP(3))',
    [`unanswered ${who.id}`, who.id],
  );
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'ACCOUNT_NOT_EMPTY' } });
  await database.rows(`UPDATE top_ups SET state = 'declined' WHERE user_id = ?`, [who.id]);
  expect((await remove()).status).toBe(204);
});

it('is offered, as payments are', async () => {
  const { token } = await newCustomer(bank.shellUrl);
  const { body } = await call<{ services: object }>('GET', `${bank.shellUrl}/api/solde`, { token });
  expect(body.services).toEqual({ payments: true, top_ups: true });
});
