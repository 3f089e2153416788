import fc from 'fast-check';
import { Failure } from './failure';
import { canonicalJson, keyedCall } from './idempotency';

const request = (over: Record<string, unknown> = {}) =>
  ({
    headers: {},
    ip: '192.0.2.1',
    user: null,
    method: 'POST',
    url: '/api/contact',
    body: { a: 1 },
    ...over,
  }) as unknown as Parameters<typeof keyedCall>[0];
const reply = {} as Parameters<typeof keyedCall>[1];

const shuffled = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, part]) => [key, shuffled(part)]),
      )
    : value;

describe('the body by which calls are compared', () => {
  it('does not depend on the order of fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('differs when a value differs', () => {
    expect(canonicalJson({ amount: 1, list: [1, 2] })).not.toBe(canonicalJson({ amount: 1, list: [2, 1] }));
    expect(canonicalJson(undefined)).toBe('null');
  });

  it('refuses a body that is nested without end, rather than failing', () => {
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as unknown;
    expect(() => canonicalJson(deep)).toThrow(new Failure('MALFORMED_REQUEST'));
  });
});

describe('the key of a call', () => {
  it.each(['k', 'x'.repeat(255), '!"#~'])('accepts visible ASCII', (key) => {
    expect(keyedCall(request({ headers: { 'idempotency-key': key } }), reply).key).toBe(key);
  });

  it.each(['', 'x'.repeat(256), 'a b', 'é', '\t'])('refuses %j', (key) => {
    expect(() => keyedCall(request({ headers: { 'idempotency-key': key } }), reply)).toThrow(
      new Failure('INVALID_IDEMPOTENCY_KEY'),
    );
  });

  it('belongs to the signed-in user, or else to the address', () => {
    expect(keyedCall(request({ user: { userId: 7 } }), reply).client).toBe('user:7');
    expect(keyedCall(request(), reply).client).toBe('address:192.0.2.1');
  });

  it('counts for one route, whatever the query', () => {
    const print = (url: string) => keyedCall(request({ url }), reply).fingerprint.toString('hex');
    expect(print('/api/contact?x=1')).toBe(print('/api/contact'));
    expect(print('/api/cards/create')).not.toBe(print('/api/contact'));
  });
});
