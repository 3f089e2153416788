import { setImmediate as nextRound } from 'node:timers/promises';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import type { StaffRolesService } from '../users/staff-roles.service';
import { CurrentSessions } from './current-sessions.service';
import type { SecondFactors } from './second-factors.service';

const stored = (id: number, changed: object = {}) => ({
  id,
  userId: id + 100,
  email: `p${id}@bank.test`,
  role: 'user',
  held: [],
  lastActiveAt: new Date(),
  temporary: null,
  factors: 1,
  hasFactor: false,
  ...changed,
});

/**
 * Sessions 1 to 3 of the users 101 to 103, with the changes of each, and the queries that read them; `fail` is thrown by the next
 * one.
 */
function sessionsOf(changes: object[] = []) {
  const asked: number[][] = [];
  const failures: Error[] = [];
  const rows = (_schema: unknown, _sql: string, [ids]: [number[]]) => {
    asked.push(ids);
    const failure = failures.pop();
    if (failure) return Promise.reject(failure);
    return Promise.resolve(ids.filter((id) => id <= 3).map((id) => stored(id, changes[id - 1])));
  };
  const sessions = new CurrentSessions(
    { rows } as never as Database,
    {
      isMissing: (role: string, factors: number) => Promise.resolve(role === 'admin' && factors < 2),
    } as never as SecondFactors,
    { acting: (held: string[]) => Promise.resolve(held) } as never as StaffRolesService,
    new Clock(),
    { idleSeconds: 900 } as Config,
  );
  return { sessions, asked, failures };
}

it('reads the sessions of calls that arrive together by one query, each for its own user', async () => {
  const { sessions, asked } = sessionsOf();
  const found = await Promise.all([
    sessions.find(1, 101),
    sessions.find(2, 102),
    sessions.find(1, 101),
    sessions.find(3, 101),
    sessions.find(9, 109),
  ]);
  expect(asked).toEqual([[1, 2, 3, 9]]);
  expect(found.map((each) => each?.actor.email)).toEqual([
    'p1@bank.test',
    'p2@bank.test',
    'p1@bank.test',
    undefined,
    undefined,
  ]);
});

it('reads a session again for each later call, since it may have ended', async () => {
  const { sessions, asked } = sessionsOf();
  const first = sessions.find(1, 101);
  await nextRound();
  await nextRound();
  await Promise.all([first, sessions.find(1, 101)]);
  expect(asked).toEqual([[1], [1]]);
});

it('fails the calls of a failed query, and no later one', async () => {
  const { sessions, failures } = sessionsOf();
  failures.push(new Error('away'));
  const together = [sessions.find(1, 101), sessions.find(2, 102)];
  const failed = await Promise.allSettled(together);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await sessions.find(1, 101))?.actor.userId).toBe(101);
});

it('has no holder of a session that lacks the second factor of its role', async () => {
  const holders = await sessionsOf([
    { role: 'user', factors: 1 },
    { role: 'admin', factors: 1 },
    { role: 'admin', factors: 2 },
  ]).sessions.holdersOf([1, 2, 3]);
  expect([...holders.keys()]).toEqual([1, 3]);
});
