/** @jest-environment ./tests/support/bank-environment.ts */
import { newCustomer, type NewCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
let clerk: NewCustomer;
let marie: NewCustomer;

interface History {
  logs: { action: string; user_id: number | null; message: string }[];
  pagination: { total: number };
  code?: string;
}
const history = (about: string, more = '', who: SignedIn = clerk) =>
  call<History>('GET', `${bank.shellUrl}/api/admin/logs/history?about=${encodeURIComponent(about)}${more}`, {
    token: who.token,
  });
const actions = async (about: string, more = '') =>
  (await history(about, more)).body.logs.map(({ action }) => action);
const write = (action: string, values: object, userId: number | null = null) =>
  database.rows(
    `INSERT INTO audit_log (created_at, user_id, action, type, text, params) VALUES (UTC_TIMESTAMP(3), ?, ?, 'info', ?, ?)`,
    [userId, action, action, JSON.stringify(values)],
  );

beforeAll(async () => {
  [clerk, marie] = (await Promise.all([newCustomer(bank.shellUrl), newCustomer(bank.shellUrl)])) as [
    NewCustomer,
    NewCustomer,
  ];
  await promote(database, clerk);
});

it('finds the lines of any kind of object, newest first', async () => {
  const reference = `PAY-${clerk.id}`;
  for (const action of ['payment.created', 'payment.approved', 'payment.sent']) {
    await write(action, { reference, score: 2, message: 'm' });
  }
  expect(await actions(reference)).toEqual(['payment.sent', 'payment.approved', 'payment.created']);
  await write('release.published', { release: `auth ${clerk.id}.0.0`, team: 'web' });
  expect(await actions(`release:auth ${clerk.id}.0.0`)).toEqual(['release.published']);
  await write('kyc.approved', { id: 900_000 + clerk.id, user: marie.id }, clerk.id);
  expect(await actions(`kyc:${900_000 + clerk.id}`)).toEqual(['kyc.approved']);
});

it('of a person has their actions and those of others on them, each once', async () => {
  await write('user.limits', { id: marie.id, reason: 'Revenus' }, clerk.id);
  await write('card.blocked_by_bank', { card: '•••• 4242', id: marie.id, reason: 'Fraude' }, clerk.id);
  await write('user.changed', { id: marie.id }, marie.id);
  const found = await actions(`user:${marie.id}`);
  expect(found.slice(0, 4)).toEqual(['user.changed', 'card.blocked_by_bank', 'user.limits', 'kyc.approved']);
  expect(found.filter((action) => action === 'user.changed')).toHaveLength(1);
  expect(found).toContain('user.signed_up');
  expect(found).not.toContain('user.first_owner');
});

it('keeps cards of the same last digits apart by their holder', async () => {
  const card = '•••• 0007';
  await write('card.created', { card, account: 1 }, marie.id);
  await write('card.created', { card, account: 2 }, clerk.id);
  await write('card.blocked_by_bank', { card, id: marie.id, reason: 'Fraude' }, clerk.id);
  expect(await actions(`card:${card}`, `&user_id=${marie.id}`)).toEqual([
    'card.blocked_by_bank',
    'card.created',
  ]);
});

it('reads the index of the object and no other line', async () => {
  const [row] = await database.rows(
    `EXPLAIN SELECT id FROM audit_log FORCE INDEX (audit_log_subject) WHERE subject = ?
     ORDER BY created_at DESC, id DESC LIMIT 50`,
    [`PAY-${clerk.id}`],
  );
  expect(row).toMatchObject({ key: 'audit_log_subject', type: 'ref' });
  expect(row?.Extra).not.toMatch(/filesort|temporary/);
  expect(Number(row?.rows)).toBeLessThan(10);
});

it('is for those who may read the log', async () => {
  expect((await history('user:1', '', marie)).status).toBe(403);
  expect((await history('x'.repeat(81))).body.code).toBe('INVALID_QUERY');
  expect((await history("' OR 1=1 -- ")).body.logs).toEqual([]);
});
