import { PassThrough } from 'node:stream';
import { pinoHttp } from 'pino-http';
import type { Config } from '../config/config';
import { logging } from './logging';
import { redacted } from './redaction';

it('replaces secrets at the first three levels, also in lists', () => {
  const logged = {
    token: 't',
    user: { name: 'Marie', password: 'p', session: { code: 123_456, deeper: { kept: true } } },
    headers: [{ authorization: 'Bearer t', accept: '*/*' }],
  };
  expect(redacted(logged)).toEqual({
    token: '[Redacted]',
    user: { name: 'Marie', password: '[Redacted]', session: { code: '[Redacted]', deeper: { kept: true } } },
    headers: [{ authorization: '[Redacted]', accept: '*/*' }],
  });
  expect(logged.user.password).toBe('p');
});

it('keeps what has a text of its own, and ends where an object holds itself', () => {
  const at = new Date(0);
  const circle: Record<string, unknown> = { at, none: null, missing: undefined };
  circle.self = circle;
  expect(redacted(circle)).toMatchObject({ at, none: null, self: { at } });
});

describe('the log', () => {
  const lineOf = (log: (logger: ReturnType<typeof pinoHttp>['logger']) => void): Record<string, unknown> => {
    const output = new PassThrough();
    const { pinoHttp: options } = logging({ logLevel: 'info' } as Config);
    log(pinoHttp({ ...(options as object), stream: output }).logger);
    return JSON.parse(String(output.read())) as Record<string, unknown>;
  };

  it('never has secrets of a logged object', () => {
    const line = lineOf((logger) =>
      logger.info({ token: 't', body: { password: 'p', user: { secret: 's' } } }, 'seen'),
    );
    const [token, password, secret] = Array.from({ length: 3 }, () => '[Redacted]');
    expect(line).toMatchObject({ msg: 'seen', token, body: { password, user: { secret } } });
  });

  it('has of an error its message and stack, and not the parameters of its statement', () => {
    const error = Object.assign(new Error('failed'), { parameters: ['typed'], sql: 'SELECT typed' });
    const line = lineOf((logger) => logger.error({ err: error }, 'failed'));
    expect(line.err).toEqual({ type: 'Error', message: 'failed', stack: error.stack });
  });

  it('has of a call its method and path, without what the path asks for', () => {
    const headers = { cookie: 'c' };
    const req = { method: 'GET', url: '/api/search?code=123', ip: '192.0.2.1', headers };
    const line = lineOf((logger) =>
      logger.info({ req, res: { statusCode: 200, headers } }, 'request completed'),
    );
    expect(line.req).toEqual({ method: 'GET', path: '/api/search', address: '192.0.2.1' });
    expect(line.res).toEqual({ status: 200 });
  });
});
