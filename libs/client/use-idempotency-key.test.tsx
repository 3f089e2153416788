import '../../tests/support/host-document';
import { renderHook } from '@testing-library/react';
import { useIdempotencyKey } from './use-idempotency-key';

let made = 0;
beforeEach(() => {
  Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: () => `key-${++made}` });
});

it('gives every try of one request the same key', () => {
  const { result, rerender } = renderHook(() => useIdempotencyKey());
  const key = result.current.keyFor({ amount: 50 });
  rerender();
  expect(result.current.keyFor({ amount: 50 })).toBe(key);
});

it('gives another key to another request, and to the same one after a success', () => {
  const { result } = renderHook(() => useIdempotencyKey());
  const first = result.current.keyFor({ amount: 50 });
  const second = result.current.keyFor({ amount: 60 });
  result.current.done();
  const third = result.current.keyFor({ amount: 60 });
  expect(new Set([first, second, third]).size).toBe(3);
});
