/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { ApiError } from '../http/api';
import { keepStreamOpen } from './live-stream';

/** A server whose connections the test controls. */
function server() {
  const connections: Connection[] = [];
  const seen: string[] = [];
  const close = keepStreamOpen({
    connect: (signal) =>
      new Promise<Response>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        connections.push(new Connection(signal, resolve, reject));
      }),
    onOpen: () => seen.push('open'),
    onMessage: ({ type, data }) => seen.push(`${type} ${data}`),
  });
  return { connections, seen, close, last: () => connections.at(-1)! };
}

class Connection {
  private waiting: ((part: { done: boolean; value?: Uint8Array }) => void) | undefined;
  private fail: ((error: Error) => void) | undefined;

  constructor(
    readonly signal: AbortSignal,
    private readonly resolve: (response: Response) => void,
    readonly refuse: (error: Error) => void,
  ) {
    signal.addEventListener('abort', () => this.fail?.(new Error('aborted')));
  }

  async accept() {
    const read = () =>
      new Promise((resolve, reject) => {
        this.waiting = resolve;
        this.fail = reject;
      });
    this.resolve({ body: { getReader: () => ({ read }) } } as unknown as Response);
    await settle();
  }

  async send(text: string) {
    this.waiting?.({ done: false, value: new TextEncoder().encode(text) });
    await settle();
  }

  async end() {
    this.waiting?.({ done: true });
    await settle();
  }
}

const settle = () => jest.advanceTimersByTimeAsync(0);
const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => jest.restoreAllMocks());

it('passes events on, and reconnects when the server ends the stream', async () => {
  const { connections, seen, last, close } = server();
  await last().accept();
  await last().send(':\n\nevent: card\ndata: 1');
  await last().send('\n\n');
  expect(seen).toEqual(['open', 'card 1']);
  await last().end();
  await seconds(1.1);
  expect(connections).toHaveLength(2);
  await last().accept();
  expect(seen).toEqual(['open', 'card 1', 'open']);
  close();
});

it('backs off after each failure, up to 30 seconds, and resets after a stable stream', async () => {
  const { connections, last, close } = server();
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    last().refuse(new ApiError('', 'NETWORK', 0));
    let waited = 0;
    for (; connections.length === attempt; waited += 0.5) await seconds(0.5);
    waits.push(waited);
  }
  expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15, 15]);
  await last().accept();
  await seconds(11);
  await last().end();
  await seconds(0.6);
  expect(connections).toHaveLength(10);
  close();
});

it('respects the server’s Retry-After, even when the network is back', async () => {
  const { connections, last, close } = server();
  last().refuse(new ApiError('', 'UNAVAILABLE', 503, { retryAfterSeconds: 60 }));
  await seconds(30);
  dispatchEvent(new Event('online'));
  await seconds(29);
  expect(connections).toHaveLength(1);
  await seconds(3);
  expect(connections).toHaveLength(2);
  close();
});

it.each([
  ['online', () => dispatchEvent(new Event('online'))],
  ['looked at', () => document.dispatchEvent(new Event('visibilitychange'))],
])('connects at once when the page is %s', async (_name, wake) => {
  const { connections, last, close } = server();
  last().refuse(new ApiError('', 'NETWORK', 0));
  await settle();
  wake();
  await settle();
  expect(connections).toHaveLength(2);
  close();
});

it('drops a connection that is silent for 45 seconds, and not one with a heartbeat', async () => {
  const { connections, last, close } = server();
  await last().accept();
  for (let beat = 0; beat < 4; beat += 1) {
    await seconds(30);
    await last().send(':\n\n');
  }
  expect(connections).toHaveLength(1);
  const first = last();
  await seconds(50);
  expect(first.signal.aborted).toBe(true);
  expect(connections).toHaveLength(2);
  close();
});

it('stops when closed, whether open or waiting', async () => {
  const open = server();
  await open.last().accept();
  open.close();
  expect(open.last().signal.aborted).toBe(true);
  const waiting = server();
  waiting.last().refuse(new ApiError('', 'NETWORK', 0));
  await settle();
  waiting.close();
  await seconds(120);
  expect([open.connections, waiting.connections].map(({ length }) => length)).toEqual([1, 1]);
});
