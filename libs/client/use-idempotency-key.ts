import { useRef } from 'react';
import { newIdempotencyKey } from './api';

/**
 * One idempotency key for one intent: every try of the same request carries it, also after its dialog was closed and
 * opened again. Another request is another intent, and so is the next one after a success.
 */
export function useIdempotencyKey() {
  const intent = useRef<{ request: string; key: string }>(undefined);
  return {
    keyFor: (request: unknown) => {
      const wanted = JSON.stringify(request);
      if (intent.current?.request !== wanted) intent.current = { request: wanted, key: newIdempotencyKey() };
      return intent.current.key;
    },
    done: () => {
      intent.current = undefined;
    },
  };
}
