import { ReleaseSigner } from '../../bff/src/front/releases/release-signer.service';
import { resignReleases } from '../../bff/src/front/releases/resign-releases';
import type { Config } from '../../bff/src/platform/config/config';
import { rowOf, text } from '../../bff/src/platform/database/columns';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { Database } from '../../bff/src/platform/database/database';
import { createDatabase, type TestDatabase } from '../support/database';

let created: TestDatabase;
let database: Database;

beforeAll(async () => {
  created = await createDatabase();
  const config = { databaseUrl: created.url, databaseConnections: 2 } as Config;
  database = await Database.open(await databaseOptions(config));
});
afterAll(async () => {
  await database.close();
  await created.drop();
});

/** A server that knows keys by their numbers and uses the first. */
function signerOf(...ids: number[]): ReleaseSigner {
  const releaseKeys = ids.map((id) => ({ id, key: Buffer.alloc(32, id) }));
  return new ReleaseSigner({ releaseKey: releaseKeys[0]?.key, releaseKeys } as Config);
}
const [before, rotated, after, stranger] = [signerOf(1), signerOf(2, 1), signerOf(2), signerOf(3)];

const add = (statement: string, signature: string) =>
  database.write(
    `INSERT INTO releases (remote, version, statement, signature, build, published_by, created_at, changed_at)
     VALUES ('cards', ?, ?, ?, '{}', 'Cartes', NOW(3), NOW(3))`,
    [statement, statement, signature],
  );
const sequence = () => database.count('SELECT value FROM release_sequence');
const signedRow = rowOf({ statement: text, signature: text });

it('signs the releases of an older key again, after which it may go, and no other', async () => {
  for (let at = 1; at <= 5; at += 1) await add(`1.0.${at}`, before.sign(`1.0.${at}`));
  await add('2.0.0', rotated.sign('2.0.0'));
  await add('altered', before.sign('genuine'));
  await add('foreign', stranger.sign('foreign'));
  // In the future, so that each rise is one.
  const shown = 4_000_000_000;
  await database.write('UPDATE release_sequence SET value = ?', [shown]);
  expect(await resignReleases(database, rotated, 2)).toBe(5);
  const rows = await database.rows(signedRow, 'SELECT statement, signature FROM releases ORDER BY id');
  const valid = rows.filter(({ statement, signature }) => after.isSigned(statement, signature));
  expect(valid.map(({ statement }) => statement)).toEqual([
    '1.0.1',
    '1.0.2',
    '1.0.3',
    '1.0.4',
    '1.0.5',
    '2.0.0',
  ]);
  expect(rows.at(-1)?.signature).toBe(stranger.sign('foreign'));
  // Servers show what was read at the sequence of before: it rises once with each slice of two.
  expect(await sequence()).toBe(shown + 3);
  expect(await resignReleases(database, rotated, 2)).toBe(0);
  expect(await sequence()).toBe(shown + 3);
});
