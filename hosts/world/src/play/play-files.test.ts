import { call } from '../../../../tests/support/http';
import { until } from '../../../../tests/support/until';
import { createEmptyDatabase } from '../../../../tests/support/database';
import { startTestWorld, type TestWorld } from '../../../../tests/support/world';
import { bankAccounts, people } from '../accounts/people';
import { openMadeUpAccounts } from '../accounts/accounts';
import { startOfBusinessDay } from '../accounts/entries';
import { Database } from '../database/database';
import { createTables } from '../database/schema';
import { PlayFiles } from './play-files';

const iban = 'FR7699999000010000000012345';
const settlement = bankAccounts[0]?.iban ?? '';
const authority = people.find(({ kind }) => kind === 'authority')?.iban ?? '';

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.stop());

const play = <Body = Record<string, unknown>>(path: string, body: unknown) =>
  call<Body>('POST', `${world.url()}/play/${path}`, { body });
const filesAt = (path: string) => world.arrived.filter((each) => each.path === path);

it('sends a file of credits as one signed message, again the same after a failure, booked once', async () => {
  let tries = 0;
  world.bank.behave = () => (tries++ === 0 ? { status: 503 } : undefined);
  const before = [await world.balance(authority), await world.balance(settlement)];
  const accounts = [
    { iban, name: 'Marie Curie' },
    { iban: 'FR7699999000010000000054321', name: 'Paul Élie' },
  ];
  const { status } = await play('files', { count: 1_205, amount: 2, accounts });
  expect(status).toBe(201);
  await until(async () => (await world.balance(settlement)) === (before[1] ?? 0) + 1_205 * 200);
  expect(await world.balance(authority)).toBe((before[0] ?? 0) - 1_205 * 200);
  const files = filesAt('/rails/sepa/files');
  expect(files).toHaveLength(2);
  expect(files[0]?.body).toBe(files[1]?.body);
  const { message, genuine } = files[1] ?? {};
  expect(genuine).toBe(true);
  if (message?.type !== 'pacs.008.001.08') throw new Error('no file of credits came');
  expect(message.transfers).toHaveLength(1_205);
  expect(new Set(message.transfers.map(({ transactionId }) => transactionId)).size).toBe(1_205);
});

it('rejects the credits of a file that the bank refuses', async () => {
  world.bank.behave = () => ({ status: 422 });
  const before = await world.balance(settlement);
  const { body } = await play<{ message_id: string }>('files', { count: 3, accounts: [{ iban }] });
  await until(async () => {
    const [rows] = await world.database.query('SELECT DISTINCT state FROM payments WHERE message_id = ?', [
      body.message_id,
    ]);
    return JSON.stringify(rows) === '[{"state":"rejected"}]';
  });
  expect(await world.balance(settlement)).toBe(before);
  world.bank.behave = () => undefined;
});

it('sends the statement of a day, whose entries are those that were booked', async () => {
  await play('credits', { credits: [{ iban, name: 'Marie', amount: 7.5, reference: 'Loyer & charges' }] });
  const before = filesAt('/rails/sepa/files').length;
  await until(async () => (await world.balance(settlement)) === 1_205 * 200 + 750);
  const { body } = await play<{ entries: number }>('statements', {});
  expect(body.entries).toBe(1_206);
  // More entries than a message holds.
  await until(async () => filesAt('/rails/sepa/files').length > before);
  const text = filesAt('/rails/sepa/files').at(-1)?.body ?? '';
  expect(text.match(/<Ntry>/g)).toHaveLength(1_206);
  expect(text).toContain('<Amt Ccy="EUR">2417.50</Amt>');
  expect(text).toContain('Loyer + charges');
  const empty = await play('statements', { day: '2020-02-29' });
  expect(empty.body).toMatchObject({ entries: 0 });
  await until(async () => filesAt('/rails/sepa/messages').some((each) => each.body.includes(':camt.053.')));
});

it.each([
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('the business day %s begins at %s', (day, moment) => {
  expect(startOfBusinessDay(day).toISOString()).toBe(moment);
});

it('states each day that is over once, also those on which the world did not run', async () => {
  const own = await createEmptyDatabase();
  const database = Database.open(own.migrationUrl);
  try {
    await createTables(database);
    let now = new Date('2027-03-01T10:00:00Z');
    await openMadeUpAccounts(database, now);
    const playFiles = new PlayFiles(
      database,
      () => now,
      () => {},
    );
    const stated = async () => {
      await playFiles.sendDueStatements();
      const rows = await database.rows<{ name: string }>('SELECT name FROM settings ORDER BY name');
      return rows.map(({ name }) => name.replace('statement 2027-', ''));
    };
    expect(await stated()).toEqual([]);
    now = new Date('2027-03-04T10:00:00Z');
    expect(await stated()).toEqual(['03-01', '03-02', '03-03']);
    expect(await stated()).toEqual(['03-01', '03-02', '03-03']);
    now = new Date('2027-04-20T10:00:00Z');
    expect((await stated()).slice(3)).toEqual(
      Array.from({ length: 14 }, (_, at) => `04-${String(6 + at).padStart(2, '0')}`),
    );
  } finally {
    await database.close();
    await own.drop();
  }
});
