import { mock } from 'node:test';
import type { CurrentSessions } from '../../bff/src/people/auth/current-sessions.service';
import { EventStreams } from '../../bff/src/people/live/event-streams.service';
import { startLedger, type TestLedger } from '../support/ledger';
import { until } from '../support/until';

let bank: TestLedger;
beforeAll(async () => {
  bank = await startLedger(1);
});
afterAll(() => bank.stop());
afterEach(() => mock.timers.reset());

it('purges events after a quarter of an hour, even without listeners', async () => {
  const now = new Date('2027-01-04T10:00:00Z');
  bank.clock.set(now);
  for (const [id, minutes] of [
    [1, 16],
    [2, 15.1],
    // Published a moment ago by a server whose clock is far behind.
    [3, 9.9],
  ] as const) {
    await bank.owner.rows(
      `INSERT INTO events (user_id, type, data, created_at) VALUES (?, 'card', '{}', ?)`,
      [id, new Date(now.getTime() - minutes * 60_000)],
    );
  }
  mock.timers.enable({ apis: ['setInterval'] });
  // Without an open page there is no session to check.
  const streams = new EventStreams(bank.database, {} as CurrentSessions, bank.clock);
  streams.onApplicationBootstrap();
  mock.timers.tick(30_000);
  const left = () => bank.owner.rows('SELECT user_id FROM events ORDER BY user_id');
  await until(async () => (await left()).length <= 1);
  expect((await left()).map(({ user_id }) => Number(user_id))).toEqual([3]);
  streams.onApplicationShutdown();
});
