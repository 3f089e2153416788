import { withoutSecrets } from './without-secrets';

describe('what is logged', () => {
  it('has no secret at any of three levels, and is left as it was', () => {
    const logged = {
      token: 'a',
      context: 'Sessions',
      call: { password: 'b', path: '/api', headers: { authorization: 'c', host: 'd' } },
      tries: [{ code: '123456', at: 1 }],
    };
    const before = structuredClone(logged);
    expect(withoutSecrets(logged)).toEqual({
      token: '[Redacted]',
      context: 'Sessions',
      call: { password: '[Redacted]', path: '/api', headers: { authorization: '[Redacted]', host: 'd' } },
      tries: [{ code: '[Redacted]', at: 1 }],
    });
    expect(logged).toEqual(before);
  });

  it('is the same object where it has none', () => {
    const logged = {
      context: 'Sessions',
      at: new Date(),
      bytes: Buffer.from('token'),
      more: [{ id: 1 }, null],
    };
    expect(withoutSecrets(logged)).toBe(logged);
  });

  it('keeps what a serializer chooses from, such as an error with a code', () => {
    const error = Object.assign(new Error('away'), { code: 'ECONNRESET' });
    const logged = { err: error, code: '123456' };
    const shown = withoutSecrets(logged, new Set(['err']));
    expect(shown.err).toBe(error);
    expect(shown.code).toBe('[Redacted]');
  });
});
