import fc from 'fast-check';
import { atLength } from '../support/at-length';
import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { type Death, deaths, Killed, type Order, Shard } from '../support/shards';

/** Customers 1 and 2 of each shard; 9 exists on none. */
const opening = new Map([
  [1, 10_000],
  [2, 5_000],
]);
const transit = 0;

let databases: TestDatabase[];
let shards: [Shard, Shard];

beforeAll(async () => {
  databases = [await createEmptyDatabase(), await createEmptyDatabase()];
  const [first, second] = databases.map(({ migrationUrl }) => new Shard(migrationUrl));
  if (!first || !second) throw new Error('two shards are needed');
  shards = [first, second];
  for (const shard of shards) await shard.create(opening);
});
afterAll(async () => {
  for (const shard of shards) await shard.close();
  for (const database of databases) await database.drop();
});

/** Repeats what a killed process did not finish, as a caller with its key or the next process does. */
async function untilAlive<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return work();
  }
}

/** Delivers every open message of a shard, `times` each, and ends it with the answer. */
async function deliver(from: Shard, to: Shard, times: number): Promise<void> {
  for (const order of await from.open()) {
    let outcome = '';
    for (let at = 0; at < times; at += 1) outcome = await to.credit(order);
    await from.end(order, outcome);
  }
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

async function expectLaws(): Promise<void> {
  const [first, second] = shards;
  const [one, two] = [await first.balances(), await second.balances()];
  // Each shard by itself: no statement of it makes or loses money.
  for (const balances of [one, two]) expect(sum(balances.values())).toBe(sum(opening.values()));
  // Together, what is in transit is what left and has not arrived.
  const underWay =
    (await first.left()) + (await second.left()) - (await first.booked()) - (await second.booked());
  expect((one.get(transit) ?? 0) + (two.get(transit) ?? 0)).toBe(underWay);
}

interface Step {
  isFirst: boolean;
  order: Order;
  death: Death | undefined;
  isDelivered: boolean;
  times: number;
}

async function run({ isFirst, order, death, isDelivered, times }: Step): Promise<void> {
  const [from, to] = isFirst ? shards : [shards[1], shards[0]];
  for (const shard of shards) shard.death = death;
  await untilAlive(() => from.debit(order));
  if (isDelivered) await untilAlive(() => deliver(from, to, times));
  for (const shard of shards) shard.death = undefined;
  await expectLaws();
}

const step = fc.record({
  isFirst: fc.boolean(),
  order: fc.record({
    // Few ids, so that the same one comes again.
    id: fc.integer({ min: 1, max: 6 }).map((number) => `order-${number}`),
    from: fc.constantFrom(1, 2),
    to: fc.constantFrom(1, 2, 9),
    cents: fc.integer({ min: 1, max: 6_000 }),
  }),
  death: fc.option(fc.constantFrom(...deaths), { nil: undefined }),
  isDelivered: fc.boolean(),
  times: fc.integer({ min: 1, max: 3 }),
});

it('loses nothing and books nothing twice, wherever a process dies and however often a message comes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const shard of shards) await shard.clear(opening);
      for (const each of steps) await run(each);
      const [first, second] = shards;
      await deliver(first, second, 1);
      await deliver(second, first, 2);
      await expectLaws();
      const [one, two] = [await first.balances(), await second.balances()];
      // Nothing is under way any more: what one shard holds in transit the other has paid out.
      expect((one.get(transit) ?? 0) + (two.get(transit) ?? 0)).toBe(0);
    }),
    { numRuns: atLength(30, 10) },
  );
}, 60_000);

it.each(deaths)('a transfer arrives once, though the process dies at %s', async (death) => {
  for (const shard of shards) await shard.clear(opening);
  const order = { id: 'order', from: 1, to: 2, cents: 1_234 };
  await run({ isFirst: true, order, death, isDelivered: true, times: 2 });
  const [one, two] = [await shards[0].balances(), await shards[1].balances()];
  expect([one.get(1), two.get(2)]).toEqual([10_000 - 1_234, 5_000 + 1_234]);
});

it('a transfer to an account that does not exist comes back', async () => {
  for (const shard of shards) await shard.clear(opening);
  const order = { id: 'order', from: 1, to: 9, cents: 1_234 };
  await run({ isFirst: true, order, death: 'end: returned', isDelivered: true, times: 2 });
  expect((await shards[0].balances()).get(1)).toBe(10_000);
});
