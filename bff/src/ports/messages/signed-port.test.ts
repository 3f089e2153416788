import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fastify, { type FastifyInstance } from 'fastify';
import { contentDigest, signRequest } from '@bank/contracts/rails/signature';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { RefusalRecorder } from '../../platform/http/refusal-recorder';
import { Clock } from '../../platform/time/clock.service';
import { type Handled, InboxService } from './inbox.service';
import { SignedPort } from './signed-port';

const key = { id: 'somebody', secret: 'the key of both sides, long enough' };
const config = { port: 0, shellOrigin: '' };
let server: FastifyInstance;
let work: () => Promise<Handled>;
let logged: jest.SpyInstance;
let warned: jest.SpyInstance;

beforeAll(async () => {
  server = fastify();
  const database = { write: () => Promise.resolve({}) } as unknown as Database;
  const inbox = new InboxService(database, { now: () => new Date() } as Clock);
  const services = new Map<unknown, unknown>([
    [Config, config],
    [InboxService, inbox],
    [RefusalRecorder, { note: () => undefined }],
  ]);
  const app = { get: (type: unknown) => services.get(type) } as unknown as NestFastifyApplication;
  const port = new SignedPort(app, 'sepa', ['application/xml'], () => key);
  await port.serve(server, 1_000, { '/messages': () => work() });
  await server.listen({ port: 0, host: '127.0.0.1' });
  config.port = (server.server.address() as AddressInfo).port;
  config.shellOrigin = `http://127.0.0.1:${config.port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
});
afterEach(() => jest.restoreAllMocks());

async function post(body: string, type = 'application/xml') {
  const url = `${config.shellOrigin}/messages`;
  const digest = contentDigest(body);
  const signature = await signRequest(key, { method: 'POST', url, digest }, { at: new Date() });
  const headers = { ...signature, 'content-digest': digest, 'content-type': type };
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { answer, body: (await answer.json()) as { code: string; request_id: string } };
}
const fails = (error: unknown) => (work = () => Promise.reject(error as Error));

describe('a fault of the bank at its port', () => {
  it.each([
    ['an unexpected error', new TypeError('nothing is undefined')],
    ['a refusal of the bank’s own modules', new ApiException('ACCOUNT_MISSING')],
    ['what one of them did not find', new ApiException('NOT_FOUND')],
  ])('is logged with the request’s id, and the message is sent again: %s', async (_what, error) => {
    fails(error);
    const { answer, body } = await post('<a/>');
    expect([answer.status, body.code]).toEqual([500, 'INTERNAL']);
    expect(answer.headers.has('signature')).toBe(true);
    expect(answer.headers.get('retry-after')).toBe('30');
    const [{ reqId, err }] = logged.mock.calls[0] as [{ reqId: string; err: Error }];
    expect(reqId).toBe(body.request_id);
    expect(err.message).toContain(error.message);
    expect(err.stack).toBe(error.stack);
  });

  it('names a time where the database is away', async () => {
    fails(Object.assign(new Error('driver'), { code: 'ECONNREFUSED' }));
    const { answer, body } = await post('<a/>');
    expect([answer.status, body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(warned.mock.calls[0]?.[0]).toMatchObject({ reqId: body.request_id });
  });
});

it.each([
  ['too many wait', new ApiException('UNAVAILABLE', { retryAfterSeconds: 10 }), 503],
  ['it is too large', new ApiException('TOO_LARGE'), 413],
])('a message is refused as such, without an error in the log, where %s', async (_why, error, status) => {
  fails(error);
  const { answer, body } = await post('<a/>');
  expect([answer.status, body.code]).toEqual([status, (error as ApiException).code]);
  expect(logged).not.toHaveBeenCalled();
});

it.each([
  ['of another type', () => post('<a/>', 'text/plain'), 415],
  ['too large to be read', () => post('a'.repeat(2_000)), 413],
])('what the counterpart does wrong is no fault of the bank: a message %s', async (_what, send, status) => {
  work = () => Promise.resolve({ answer: null });
  expect((await send()).answer.status).toBe(status);
  expect(logged).not.toHaveBeenCalled();
});
