import fastify from 'fastify';
import { waitingSession } from '@bank/contracts/routes';
import type { Config } from '../../platform/config/config';
import { serveWaitingSession } from './waiting-session';

const config = { shellOrigin: 'http://bank.example', fingerprintKey: Buffer.alloc(32) } as Config;

/** A server whose calls are answered with this status. */
function serving(refresh: number, logout = 200) {
  const server = fastify();
  const keys: unknown[] = [];
  server.post('/api/auth/refresh', (request, reply) => {
    keys.push(request.headers['idempotency-key']);
    return reply.status(refresh).header('Retry-After', '7').send({ access_token: 'a', refresh_token: 'r' });
  });
  server.post('/api/auth/logout', (_request, reply) => reply.status(logout).send({}));
  serveWaitingSession(server, config);
  const post = (url: string, site = 'same-origin') =>
    server.inject({ method: 'POST', url, headers: { cookie: 'bank_session=abc', 'sec-fetch-site': site } });
  return { post, keys };
}

it.each([429, 503])('keeps its cookie after a refusal for the moment: %d', async (status) => {
  const { post } = serving(status);
  const taken = await post(waitingSession.take);
  expect([taken.statusCode, taken.headers['retry-after'], taken.body]).toEqual([status, '7', '']);
  expect(taken.cookies).toEqual([]);
  const ended = await post(waitingSession.end);
  expect([ended.statusCode, ended.headers.location, ended.cookies]).toEqual([303, '/dashboard', []]);
});

it('keeps its cookie while it cannot be ended', async () => {
  const { post } = serving(200, 503);
  const ended = await post(waitingSession.end);
  expect([ended.headers.location, ended.cookies]).toEqual(['/dashboard', []]);
});

it.each([
  [200, 200],
  [200, 401],
  [401, 200],
])('loses its cookie once it is over (%d, %d)', async (refresh, logout) => {
  const { post } = serving(refresh, logout);
  const ended = await post(waitingSession.end);
  expect([ended.statusCode, ended.headers.location]).toEqual([303, '/']);
  expect(ended.cookies).toMatchObject([{ name: 'bank_session', value: '', maxAge: 0 }]);
});

it('is refreshed by one key for one token, and by nothing of another page', async () => {
  const { post, keys } = serving(200);
  for (const url of [waitingSession.take, waitingSession.take, waitingSession.end]) await post(url);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  const ended = await post(waitingSession.end, 'cross-site');
  expect([ended.statusCode, ended.cookies, keys.length]).toEqual([303, [], 3]);
});
