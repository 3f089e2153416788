import { setTimeout as sleep } from 'node:timers/promises';
import { ApiException } from '../errors/api-exception';
import { SharedCommits, type Outcome, type SharedCommitsOptions } from './shared-commits';

interface Order {
  name: string;
  needs: number[];
}

const order = (name: string, ...needs: number[]): Order => ({ name, needs });
const answered = (orders: Order[]): Outcome<string>[] => orders.map(({ name }) => ({ answer: name }));

/** A queue whose commits wait until `finish`, and what it committed. */
function queueWith(options: Partial<SharedCommitsOptions<Order, string>> = {}) {
  const batches: string[][] = [];
  const open: (() => void)[] = [];
  const decide = options.commit ?? ((orders: Order[]) => Promise.resolve(answered(orders)));
  const queue = new SharedCommits<Order, string>({
    needs: ({ needs }) => needs,
    writers: 1,
    alone: 1,
    size: 4,
    waiting: 10,
    gatherMs: 0,
    patienceMs: 60_000,
    ...options,
    commit: async (orders, isAlone) => {
      batches.push(orders.map(({ name }) => (isAlone ? `${name} alone` : name)));
      await new Promise<void>((resolve) => open.push(resolve));
      return decide(orders, isAlone);
    },
  });
  const finish = async () => {
    open.shift()?.();
    await sleep(0);
    // Begun after the wait for company, which thus is over.
    await sleep(0);
  };
  const finishAll = async () => {
    while (open.length > 0) await finish();
  };
  return { queue, batches, finish, finishAll };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ApiException ? error.code : (error as Error).message),
  );

it('begins at once, and batches the orders that arrived meanwhile, up to the size of a batch', async () => {
  const { queue, batches, finishAll } = queueWith();
  const all = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) => queue.add(order(name, at))));
  expect(batches).toEqual([['a']]);
  await finishAll();
  expect(await all).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(batches).toEqual([['a'], ['b', 'c', 'd', 'e'], ['f']]);
});

it('waits for as many orders as the batch before had, and not for one that comes by itself', async () => {
  const { queue, batches, finish, finishAll } = queueWith({ gatherMs: 60_000 });
  const first = ['a', 'b', 'c'].map((name, at) => queue.add(order(name, at)));
  await finish();
  await finish();
  await Promise.all(first);
  expect(batches).toEqual([['a'], ['b', 'c']]);
  const next = [queue.add(order('d', 4))];
  expect(batches).toHaveLength(2);
  next.push(queue.add(order('e', 5)));
  expect(batches.slice(2)).toEqual([['d', 'e']]);
  await finishAll();
  await Promise.all(next);
});

it('waits for company once, and begins the next order at once', async () => {
  const { queue, batches, finish, finishAll } = queueWith();
  const first = ['a', 'b', 'c'].map((name, at) => queue.add(order(name, at)));
  await finish();
  await finish();
  await Promise.all(first);
  const alone = queue.add(order('d', 4));
  expect(batches).toHaveLength(2);
  await finish();
  await finish();
  await alone;
  const last = queue.add(order('e', 5));
  expect(batches.slice(2)).toEqual([['d'], ['e']]);
  await finishAll();
  await last;
});

it('keeps the order of orders that share a resource, also between writers', async () => {
  const { queue, batches, finish, finishAll } = queueWith({ writers: 2 });
  const all = Promise.all([
    queue.add(order('first', 1, 2)),
    queue.add(order('same', 2, 3)),
    queue.add(order('after', 3)),
    queue.add(order('other', 4)),
  ]);
  expect(batches).toEqual([['first'], ['other']]);
  await finish();
  expect(batches.slice(2)).toEqual([['same', 'after']]);
  await finishAll();
  await all;
});

it('lets a second writer work on orders that share nothing with a running batch', async () => {
  const { queue, batches, finishAll } = queueWith({ writers: 2 });
  const all = Promise.all([queue.add(order('a', 1)), queue.add(order('b', 2)), queue.add(order('c', 1))]);
  expect(batches).toEqual([['a'], ['b']]);
  await finishAll();
  await all;
  expect(batches).toEqual([['a'], ['b'], ['c']]);
});

it('gives each order its own outcome', async () => {
  const commit = (orders: Order[]) =>
    Promise.resolve(
      orders.map(({ name }): Outcome<string> =>
        name === 'bad' ? { error: new Error('no') } : { answer: name },
      ),
    );
  const { queue, finishAll } = queueWith({ commit });
  const all = Promise.all(['x', 'a', 'bad', 'c'].map((name, at) => codeOf(queue.add(order(name, at)))));
  await finishAll();
  expect(await all).toEqual(['done', 'done', 'no', 'done']);
});

it('repeats a batch that failed one order at a time, so that only the guilty one is refused', async () => {
  const commit = (orders: Order[]) =>
    orders.some(({ name }) => name === 'poison')
      ? Promise.reject(new Error('constraint'))
      : Promise.resolve(answered(orders));
  const { queue, batches, finishAll } = queueWith({ commit });
  const all = Promise.all(['x', 'a', 'poison', 'c'].map((name, at) => codeOf(queue.add(order(name, at)))));
  await finishAll();
  expect(await all).toEqual(['done', 'done', 'constraint', 'done']);
  expect(batches).toEqual([['x'], ['a', 'poison', 'c'], ['a alone'], ['poison alone'], ['c alone']]);
});

it('goes on after a commit that fails before it begins', async () => {
  const queue = new SharedCommits<Order, string>({
    needs: ({ needs }) => needs,
    writers: 1,
    alone: 1,
    size: 4,
    waiting: 10,
    gatherMs: 0,
    patienceMs: 60_000,
    commit: (orders) => {
      if (orders.some(({ name }) => name === 'bad')) throw new Error('cannot be written');
      return Promise.resolve(answered(orders));
    },
  });
  expect(await codeOf(queue.add(order('bad', 1)))).toBe('cannot be written');
  expect(await queue.add(order('good', 1))).toBe('good');
  await queue.idle();
});

it('never repeats a batch whose connection was lost, since it may have been committed', async () => {
  const lost = Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
  const commit = (orders: Order[]) =>
    orders.length > 1 ? Promise.reject(lost) : Promise.resolve(answered(orders));
  const { queue, batches, finishAll } = queueWith({ commit });
  const all = Promise.all(['x', 'a', 'b'].map((name, at) => codeOf(queue.add(order(name, at)))));
  await finishAll();
  expect(await all).toEqual(['done', 'lost', 'lost']);
  expect(batches).toEqual([['x'], ['a', 'b']]);
});

it('commits an order that would wait for a lock alone, before those that share its resources', async () => {
  const commit = (orders: Order[], isAlone: boolean) =>
    Promise.resolve(
      orders.map(({ name }): Outcome<string> => (name === 'locked' && !isAlone ? 'alone' : { answer: name })),
    );
  const { queue, batches, finish, finishAll } = queueWith({ commit });
  const all = Promise.all([
    queue.add(order('locked', 1, 2)),
    queue.add(order('later', 2)),
    queue.add(order('free', 3)),
  ]);
  await finish();
  expect(batches).toEqual([['locked'], ['locked alone'], ['free']]);
  await finishAll();
  expect(await all).toEqual(['locked', 'later', 'free']);
  expect(batches[3]).toEqual(['later']);
});

it('takes part again in a later batch where nothing was done', async () => {
  let tries = 0;
  const commit = (orders: Order[]) =>
    Promise.resolve(tries++ === 0 ? orders.map((): Outcome<string> => 'again') : answered(orders));
  const { queue, batches, finishAll } = queueWith({ commit });
  const all = Promise.all([queue.add(order('a', 1)), queue.add(order('b', 1))]);
  await finishAll();
  expect(await all).toEqual(['a', 'b']);
  expect(batches).toEqual([['a'], ['a', 'b']]);
});

it('refuses orders beyond the queue’s limit or its longest wait, without any effect', async () => {
  const { queue, batches, finishAll } = queueWith({ waiting: 2, patienceMs: 30 });
  const all = ['a', 'b', 'c', 'd'].map((name) => codeOf(queue.add(order(name, 1))));
  expect(await all[3]).toBe('UNAVAILABLE');
  await sleep(60);
  await finishAll();
  expect(await Promise.all(all)).toEqual(['done', 'UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE']);
  expect(batches).toEqual([['a']]);
});

it('is idle once everything taken has its outcome', async () => {
  const { queue, finish, finishAll } = queueWith();
  await queue.idle();
  void queue.add(order('a', 1));
  void queue.add(order('b', 1));
  let isIdle = false;
  const idle = queue.idle().then(() => (isIdle = true));
  await finish();
  expect(isIdle).toBe(false);
  await finishAll();
  await idle;
  expect(isIdle).toBe(true);
});
