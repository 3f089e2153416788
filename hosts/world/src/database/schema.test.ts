import { createEmptyDatabase } from '../../../../tests/support/database';
import { Database } from './database';
import { createTables } from './schema';

it('repeats a start that was interrupted before a version was noted', async () => {
  const own = await createEmptyDatabase();
  const database = Database.open(own.migrationUrl);
  const tables = async () => {
    const names = await database.rows<Record<string, string>>('SHOW TABLES');
    const shown = names.map((each) => database.row(`SHOW CREATE TABLE ${Object.values(each)[0]}`));
    return Promise.all(shown);
  };
  try {
    await createTables(database);
    const made = await tables();
    await database.write('DELETE FROM schema_versions WHERE version > 0');
    await createTables(database);
    expect(await tables()).toEqual(made);
    expect(await database.sum('SELECT COUNT(*) FROM schema_versions')).toBe(8n);
  } finally {
    await database.close();
    await own.drop();
  }
});
