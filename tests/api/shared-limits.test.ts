import { conversationMessagesPerMinute } from '@bank/contracts/conversations';
import type { Config } from '../../bff/src/platform/config/config';
import { Database } from '../../bff/src/platform/database/database';
import { AddressLimits } from '../../bff/src/platform/security/address-limits.service';
import { SharedLimits } from '../../bff/src/platform/security/shared-limits.service';
import { startLedger, TestClock, type TestLedger } from '../support/ledger';

const minute = 60_000;
const limit = 20;
const clock = new TestClock();
let bank: TestLedger;
let servers: SharedLimits[];

beforeAll(async () => {
  bank = await startLedger(0, clock);
});
afterAll(() => bank.stop());
beforeEach(() => {
  clock.set(new Date(clock.now().getTime() + minute));
  servers = [1, 2, 3].map(() => server(bank.database));
});

/** A database whose clock is `clock`. */
const timed = (database: Database): Database =>
  Object.assign(Object.create(database) as Database, { one: async () => ({ now: clock.now() }) });
const server = (database: Database, own = clock) =>
  new SharedLimits({ fingerprintKey: Buffer.alloc(32) } as Config, timed(database), own);

/** Calls on one server; returns how many were admitted. */
async function calls(of: SharedLimits | undefined, count: number, caller = 'user 7'): Promise<number> {
  let admitted = 0;
  for (let call = 0; call < count; call += 1) {
    const { isBlocked } = (await of?.of('calls').increment(caller, minute, limit)) ?? { isBlocked: true };
    if (!isBlocked) admitted += 1;
  }
  return admitted;
}
const shareAll = async () => {
  for (const each of [...servers, ...servers]) await each.share();
};

it('admits a caller of several servers as often as the limit allows on one', async () => {
  let admitted = 0;
  for (let second = 0; second < 12; second += 1) {
    for (const each of servers) admitted += await calls(each, 1);
    await shareAll();
  }
  // What the servers admit within one second may exceed it.
  expect(admitted).toBeGreaterThanOrEqual(limit);
  expect(admitted).toBeLessThanOrEqual(limit + servers.length);
  expect(await calls(servers[0], 5, 'user 8')).toBe(5);
});

it('begins again with the next minute, also beside a server that still counts the last one', async () => {
  const [first, second] = servers;
  expect(await calls(first, limit + 5)).toBe(limit);
  await first?.share();
  expect(await calls(second, 2)).toBe(2);
  await second?.share();
  expect(await calls(second, 1)).toBe(0);
  clock.set(new Date(clock.now().getTime() + minute));
  await first?.share();
  expect(await calls(second, 2)).toBe(2);
  await second?.share();
  expect(await calls(second, limit)).toBe(limit - 2);
});

it('keeps callers far from the limit to itself, and stores no addresses', async () => {
  await bank.owner.rows('DELETE FROM call_counts');
  await calls(servers[0], 1, 'address 203.0.113.9');
  await shareAll();
  expect(await bank.owner.rows('SELECT * FROM call_counts')).toEqual([]);
  await calls(servers[0], limit, 'address 203.0.113.9');
  await shareAll();
  const rows = await bank.owner.rows('SELECT HEX(caller) AS caller, hits FROM call_counts');
  expect(rows).toEqual([{ caller: expect.stringMatching(/^[0-9A-F]{32}$/) as string, hits: limit + 1 }]);
});

it('counts by itself while the database is away', async () => {
  const lost = await Database.open(bank.database.source.options);
  await lost.close();
  const alone = server(lost);
  expect(await calls(alone, limit + 3)).toBe(limit);
  await expect(alone.share()).rejects.toThrow();
  expect(await calls(alone, 1)).toBe(0);
});

it('counts together with a server whose clock differs by minutes', async () => {
  const ahead = new TestClock();
  ahead.set(new Date(clock.now().getTime() + 2.5 * minute));
  const [first, second] = [servers[0], server(bank.database, ahead)];
  await second.share();
  expect(await calls(first, limit - 5)).toBe(limit - 5);
  await first?.share();
  expect(await calls(second, 2)).toBe(2);
  await second.share();
  expect(await calls(second, limit)).toBe(3);
});

it('holds a limit of a minute also between servers whose clocks differ by minutes', async () => {
  const ahead = new TestClock();
  ahead.set(new Date(clock.now().getTime() + 5 * minute));
  const [first, second] = [clock, ahead].map((own) => new AddressLimits({} as Config, own));
  let admitted = 0;
  for (let call = 0; call < 3 * conversationMessagesPerMinute; call += 1) {
    const limits = call % 2 ? second : first;
    await limits?.takeOfPerson(bank.database, 'live_messages', 77).then(
      () => (admitted += 1),
      () => undefined,
    );
  }
  // The window of the server that is behind has ended for the other one, which begins it again once.
  expect(admitted).toBeLessThanOrEqual(2 * conversationMessagesPerMinute);
});

it('ends a window of an address when the clock is set back by hours, and not when servers differ by seconds', async () => {
  const limits = new AddressLimits({ ticketsPerTenMinutes: 2 } as Config, clock);
  const take = () => limits.take(bank.database, 'tickets', '192.0.2.77');
  const move = (milliseconds: number) => clock.set(new Date(clock.now().getTime() + milliseconds));
  await take();
  await take();
  move(-5_000);
  await expect(take()).rejects.toMatchObject({ code: 'ADDRESS_LIMIT_REACHED' });
  move(-120 * minute);
  await take();
  await take();
  await expect(take()).rejects.toMatchObject({ code: 'ADDRESS_LIMIT_REACHED' });
  move(125 * minute);
});
