import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { allowSlowBody, limitBodies } from './body-deadline';
import { refuseUnreadable } from './server';

const deadlines = { ordinary: 300, longest: 10_000, window: 200, pace: 100 };
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Sends the head of a request, then a byte of its body at an interval; returns the response and its time. */
async function trickle(handle: RequestListener, { length = 1_000, size = 1, every = 20 } = {}) {
  server = createServer(handle);
  limitBodies(server, deadlines);
  server.on('clientError', refuseUnreadable({ shellOrigin: 'http://bank' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const startedAt = Date.now();
  const socket: Socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: bank\r\nContent-Length: ${length}\r\n\r\n`);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for (let sent = 0; sent < length && !socket.destroyed; sent += size) {
    socket.write('x'.repeat(Math.min(size, length - sent)));
    await sleep(every);
  }
  if (answer === '') await Promise.race([closed, sleep(500)]);
  socket.destroy();
  return { answer, milliseconds: Date.now() - startedAt };
}

const readAll: RequestListener = (request, response) => {
  request.on('error', () => undefined).on('end', () => response.end('taken'));
  request.resume();
};
const slowly: RequestListener = (request, response) => {
  allowSlowBody(request);
  readAll(request, response);
};

it('ends a connection whose body exceeds the deadline', async () => {
  const { answer, milliseconds } = await trickle(readAll);
  expect(answer).toContain('HTTP/1.1 408');
  expect(milliseconds).toBeLessThan(1_500);
});

it('ends it even if the response was sent before the body arrived', async () => {
  const { answer, milliseconds } = await trickle((_request, response) => response.writeHead(401).end());
  expect(answer).toContain('HTTP/1.1 401');
  expect(answer).not.toContain('408');
  expect(milliseconds).toBeLessThan(1_500);
});

it('accepts a slow body where it is allowed and keeps its pace', async () => {
  const { answer, milliseconds } = await trickle(slowly, { length: 1_000, size: 20, every: 20 });
  expect(answer).toContain('taken');
  expect(milliseconds).toBeGreaterThan(deadlines.ordinary * 2);
});

it('ends a slow body that falls below its pace', async () => {
  const { answer, milliseconds } = await trickle(slowly, { every: 50 });
  expect(answer).toContain('HTTP/1.1 408');
  expect(milliseconds).toBeLessThan(1_500);
});
