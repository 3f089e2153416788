import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { type BoundRequest, requestHash } from './request-binding';

const key = randomBytes(32);
const user = 7;
const body = {
  recipient_account: 'DE89370400440532013000',
  recipient_name: 'Anne Durand',
  amount: 50,
  currency: 'EUR',
  payment_method: 'sepa_transfer',
  description: 'Loyer',
};
const request: BoundRequest = { method: 'POST', url: '/api/paiement', body };
const hashOf = (changed: Partial<BoundRequest> = {}, of = user) =>
  requestHash(key, of, { ...request, ...changed }).toString('hex');
const approved = hashOf();

it('is the same for the same body, whatever the order of its keys', () => {
  const reversed = Object.fromEntries(Object.entries(body).reverse());
  expect(hashOf({ body: reversed })).toBe(approved);
});

it.each<[what: string, Partial<BoundRequest>]>([
  ['another method', { method: 'PUT' }],
  ['another path', { url: '/api/balance/transfer' }],
  ['a query', { url: '/api/paiement?amount=1' }],
  ['no body', { body: undefined }],
])('is another one for %s', (_what, changed) => {
  expect(hashOf(changed)).not.toBe(approved);
});

it('is another one for another user, and under another key', () => {
  expect(hashOf({}, 8)).not.toBe(approved);
  expect(requestHash(randomBytes(32), user, request).toString('hex')).not.toBe(approved);
});

/** One change of the body: a field with another value of any kind, without a field, or with one more. */
const mutated = fc.oneof(
  fc
    .tuple(fc.constantFrom(...Object.keys(body)), fc.jsonValue())
    .map(([name, value]) => ({ ...body, [name]: value })),
  fc.constantFrom(...Object.keys(body)).map((name) => {
    const { [name as keyof typeof body]: _left, ...rest } = body;
    return rest;
  }),
  fc.tuple(fc.string(), fc.jsonValue()).map(([name, value]) => ({ ...body, [name]: value })),
  fc.integer({ min: 1, max: 10 ** 9 }).map((cents) => ({ ...body, amount: 50 + cents / 100 })),
  fc.tuple(fc.nat(21), fc.constantFrom(...'0123456789ABCXYZ ')).map(([at, character]) => ({
    ...body,
    recipient_account: spliced(body.recipient_account, at, character),
  })),
  fc.jsonValue(),
);
const spliced = (text: string, at: number, character: string) =>
  text.slice(0, at) + character + text.slice(at + 1);

const sameJson = (left: unknown) => {
  const sorted = (value: object) =>
    JSON.stringify(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)));
  return typeof left === 'object' && left !== null && !Array.isArray(left) && sorted(left) === sorted(body);
};

it('is another one for each of 10 000 changed bodies', () => {
  let passed = 0;
  const bodies = fc.sample(
    mutated.filter((each) => !sameJson(each)),
    10_000,
  );
  for (const each of bodies)
    if (hashOf({ body: JSON.parse(JSON.stringify(each)) as unknown }) === approved) passed += 1;
  expect([bodies.length, passed]).toEqual([10_000, 0]);
});
