import type { PoolConnection, QueryError } from 'mysql2';
import { isDatabaseAway } from './database-away';
import { closeWhenUseless } from './database-driver';

type Done = (error: QueryError | null) => void;

/** Whether the connection stays open after a statement that failed so. */
function staysOpen(failure: Partial<QueryError> | null): boolean {
  let isOpen = true;
  const connection = {
    query: (_statement: unknown, _values: unknown, done: Done) => done(failure as QueryError | null),
    destroy: () => (isOpen = false),
  };
  closeWhenUseless(connection as unknown as PoolConnection);
  let told: QueryError | null | undefined;
  (connection.query as unknown as (statement: string, done: Done) => void)(
    'COMMIT',
    (error) => (told = error),
  );
  expect(told).toBe(failure);
  return isOpen;
}

const failure = (errno: number) => Object.assign(new Error('refused'), { errno }) as unknown as QueryError;

describe('a connection of the pool', () => {
  it.each([
    ['of a primary that only reads now', 1290],
    ['of a transaction that may only read', 1792],
    ['of a server in read-only mode', 1836],
    ['of a server that stops', 1053],
    ['of a connection that was killed', 1927],
  ])('is closed after the error %s (%i), which callers get as 503', (_name, errno) => {
    expect(staysOpen(failure(errno))).toBe(false);
    expect(isDatabaseAway(failure(errno))).toBe(true);
  });

  it('is closed after a statement that timed out, which may hold locks', () => {
    expect(staysOpen({ code: 'PROTOCOL_SEQUENCE_TIMEOUT' })).toBe(false);
  });

  it.each([
    ['a duplicate key', failure(1062)],
    ['a deadlock', failure(1213)],
    ['no error', null],
  ])('stays open after %s', (_name, error) => {
    expect(staysOpen(error)).toBe(true);
  });
});
