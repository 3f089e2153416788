/** @jest-environment jsdom */
import { shareAcrossTabs } from './live-tabs';

type Grant = (lock: object | null) => Promise<unknown>;

/** Locks and channels as in browsers, for several "tabs" in one test. */
function browser() {
  const queues = new Map<string, (() => Promise<void>)[]>();
  const next = async (name: string) => {
    await queues.get(name)?.[0]?.();
    queues.get(name)?.shift();
    if (queues.get(name)?.length) void next(name);
  };
  const request = (
    name: string,
    { signal, ifAvailable }: { signal?: AbortSignal; ifAvailable?: boolean },
    grant: Grant,
  ) =>
    new Promise<unknown>((resolve, reject) => {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      if (ifAvailable && queue.length > 0) return resolve(grant(null));
      const run = async () => resolve(await grant({ name }));
      queue.push(run);
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(run);
        if (at > 0) queue.splice(at, 1);
        reject(new Error('aborted'));
      });
      if (queue.length === 1) void next(name);
    });
  const open = new Set<FakeChannel>();
  class FakeChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor(readonly name: string) {
      open.add(this);
    }
    postMessage(data: unknown) {
      for (const other of open) {
        if (other !== this && other.name === this.name) other.onmessage?.({ data });
      }
    }
    close() {
      open.delete(this);
    }
  }
  Object.assign(navigator, { locks: { request } });
  Object.assign(window, { BroadcastChannel: FakeChannel });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(window, 'BroadcastChannel');
});

function tab(name: string) {
  const heard: string[] = [];
  const leads: { tell?: (message: string) => void } = {};
  const lead = (tell: (message: string) => void) => {
    leads.tell = tell;
    return () => void delete leads.tell;
  };
  const follow = jest.fn();
  const receive = (message: string) => heard.push(message);
  return { heard, leads, follow, ...shareAcrossTabs<string>(name, lead, receive, follow) };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

it('elects one leading tab, whose messages reach all tabs of the name', async () => {
  browser();
  const [first, second, other] = [tab('a'), tab('a'), tab('b')];
  first.leads.tell?.('hello');
  expect([first.heard, second.heard, other.heard]).toEqual([['hello'], ['hello'], []]);
  expect([second.leads.tell, typeof other.leads.tell]).toEqual([undefined, 'function']);
});

it('calls back in a tab that joins a leading one', async () => {
  browser();
  const [first, second] = [tab('a'), tab('a')];
  await settle();
  expect([first, second].map(({ follow }) => follow.mock.calls.length)).toEqual([0, 1]);
});

it('sends to the other tabs, not to its own, whichever leads', () => {
  browser();
  const [first, second] = [tab('a'), tab('a')];
  second.sendToOthers('read');
  first.sendToOthers('gone');
  expect([first.heard, second.heard]).toEqual([['read'], ['gone']]);
});

it('elects another tab when the leader closes, but not a closed one', async () => {
  browser();
  const [first, second, third] = [tab('a'), tab('a'), tab('a')];
  await settle();
  second.leave();
  first.leave();
  await settle();
  expect([first, second, third].map(({ leads }) => typeof leads.tell)).toEqual([
    'undefined',
    'undefined',
    'function',
  ]);
  third.leads.tell?.('still here');
  expect([first.heard, third.heard]).toEqual([[], ['still here']]);
});

it('lets each tab lead for itself without support for locks, or when the lock is refused', async () => {
  const alone = tab('a');
  alone.leads.tell?.('mine');
  browser();
  Object.assign(navigator, { locks: { request: () => Promise.reject(new Error('SecurityError')) } });
  const refused = tab('a');
  await settle();
  refused.leads.tell?.('also mine');
  expect([alone.heard, refused.heard]).toEqual([['mine'], ['also mine']]);
  alone.leave();
  expect(alone.leads.tell).toBeUndefined();
});
