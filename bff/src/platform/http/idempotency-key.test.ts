import fc from 'fast-check';
import { ApiException } from '../errors/api-exception';
import { canonicalJson } from './idempotency-key';
import { idempotencyKeyOf } from './idempotency-key';

const request = (over: Record<string, unknown> = {}) =>
  ({
    headers: {},
    ip: '192.0.2.1',
    user: null,
    method: 'POST',
    url: '/api/contact',
    body: { a: 1 },
    ...over,
  }) as unknown as Parameters<typeof idempotencyKeyOf>[0];

const shuffled = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, part]) => [key, shuffled(part)]),
      )
    : value;

describe('the canonical body of a call', () => {
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

  it('refuses a body that is nested too deeply', () => {
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as unknown;
    expect(() => canonicalJson(deep)).toThrow(new ApiException('MALFORMED_REQUEST'));
  });
});

describe('the idempotency key of a call', () => {
  it.each(['k', 'x'.repeat(255), '!"#~'])('accepts visible ASCII', (key) => {
    expect(idempotencyKeyOf(request({ headers: { 'idempotency-key': key } })).key).toBe(key);
  });

  it.each(['', 'x'.repeat(256), 'a b', 'é', '\t'])('refuses %j', (key) => {
    expect(() => idempotencyKeyOf(request({ headers: { 'idempotency-key': key } }))).toThrow(
      new ApiException('INVALID_IDEMPOTENCY_KEY'),
    );
  });

  it('belongs to the signed-in user, or else to the address', () => {
    expect(idempotencyKeyOf(request({ user: { userId: 7 } })).client).toBe('user:7');
    expect(idempotencyKeyOf(request()).client).toBe('address:192.0.2.1');
    const clientOf = (ip: string) => idempotencyKeyOf(request({ ip })).client;
    expect(clientOf('::ffff:192.0.2.1')).toBe(clientOf('192.0.2.1'));
    expect(clientOf('2001:DB8:0:0::1')).toBe(clientOf('2001:db8::1'));
    expect(clientOf('2001:db8::2')).not.toBe(clientOf('2001:db8::1'));
  });

  it('counts for one route, regardless of the query', () => {
    const print = (url: string) => idempotencyKeyOf(request({ url })).fingerprint.toString('hex');
    expect(print('/api/contact?x=1')).toBe(print('/api/contact'));
    expect(print('/api/cards/create')).not.toBe(print('/api/contact'));
  });
});
