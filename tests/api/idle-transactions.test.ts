import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../bff/src/platform/config/config';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { Database, type Transaction } from '../../bff/src/platform/database/database';
import { isDatabaseAway } from '../../bff/src/platform/database/database-away';
import { longIt } from '../support/at-length';
import { createDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let hanging: Database;
let other: Database;
const open = async () => {
  const config = { databaseUrl: database.url, databaseConnections: 2 } as Config;
  return Database.open(await databaseOptions(config));
};
const set = (tx: Transaction, value: string) =>
  tx.write('UPDATE bank_settings SET value = ? WHERE name = ?', [value, 'idle']);

beforeAll(async () => {
  database = await createDatabase();
  [hanging, other] = await Promise.all([open(), open()]);
  await other.write("INSERT INTO bank_settings (name, value) VALUES ('idle', '0')");
});
afterAll(async () => {
  await Promise.all([hanging.close(), other.close()]);
  await database.drop();
});

it('releases the locks of a server that hangs in a transaction, before the waiting server gives up', async () => {
  let goOn: () => void = () => undefined;
  const wakes = new Promise<void>((resolve) => (goOn = resolve));
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const lost = hanging.transaction(async (tx) => {
    await set(tx, 'of the one that hangs');
    begun();
    await wakes;
    await set(tx, 'of the one that woke');
  });
  const ended = lost.catch((error: unknown) => error);
  await hasBegun;
  const startedAt = performance.now();
  await other.transaction((tx) => set(tx, 'of the other'));
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  goOn();
  expect(isDatabaseAway(await ended)).toBe(true);
  const { value } = (await other.source.query("SELECT value FROM bank_settings WHERE name = 'idle'"))[0];
  expect(value).toBe('of the other');
}, 60_000);

longIt(
  'leaves a slow reader its transaction',
  async () => {
    await other.write("UPDATE bank_settings SET value = 'read' WHERE name = 'idle'");
    const seen = await hanging.snapshot(async (tx) => {
      const read = () => tx.exists("SELECT 1 FROM bank_settings WHERE name = 'idle' AND value = 'read'");
      const first = await read();
      await sleep(6_000);
      return [first, await read()];
    });
    expect(seen).toEqual([true, true]);
  },
  60_000,
);
