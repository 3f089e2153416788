import type { DataSource } from 'typeorm';
import { Database } from './database';

const failure = (errno: number) => Object.assign(new Error(`error ${errno}`), { errno });

/** A pool whose connections fail so many times with an error, and then answer; and the statements that it was sent. */
function failing(errno: number, times: number) {
  const sent: string[] = [];
  const query = (
    { sql }: { sql: string },
    _values: unknown[],
    done: (error: Error | null, result?: object) => void,
  ) => {
    sent.push(sql);
    if (sent.length <= times) done(failure(errno));
    else done(null, { affectedRows: 3, insertId: 0 });
  };
  const runner = { connect: () => Promise.resolve({ query }), release: () => Promise.resolve() };
  const source = { createQueryRunner: () => runner } as unknown as DataSource;
  return { database: new Database(source, 'several'), sent };
}

describe('a statement that writes outside a transaction', () => {
  it.each([1213, 1020])('is repeated after error %i, which left nothing behind', async (errno) => {
    const { database, sent } = failing(errno, 3);
    await expect(database.write('DELETE FROM t')).resolves.toEqual({ affectedRows: 3, insertId: 0 });
    expect(sent).toEqual(Array.from({ length: 4 }, () => 'DELETE FROM t'));
  });

  it('is given up at last', async () => {
    const { database, sent } = failing(1213, Infinity);
    await expect(database.write('DELETE FROM t')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(sent).toHaveLength(10);
  });

  it.each([
    ['a lost connection, which may have committed', 1927],
    ['a lock that was waited for', 1205],
    ['a duplicate key', 1062],
  ])('is not repeated after %s', async (_name, errno) => {
    const { database, sent } = failing(errno, 1);
    await expect(database.write('DELETE FROM t')).rejects.toMatchObject({ errno });
    expect(sent).toHaveLength(1);
  });
});
