// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useRef, useState } from 'react';
import { ApiError, newIdempotencyKey } from '@bank/client/api';
import { type CatalogueWords, failureText } from '@bank/client/call-failure';

/** The outcome of one of several calls; `unreached` can be retried, `refused` is final. */
export interface BulkResult {
  outcome: 'done' | 'refused' | 'unreached';
  message?: string;
}

interface Bulk<Of> {
  rows: readonly Of[];
  act: (row: Of, idempotencyKey: string) => Promise<unknown>;
  texts: CatalogueWords;
  /** After each run, with the ids that were tried. */
  onEnd: (tried: number[]) => Promise<unknown>;
}

/**
 * Calls the server for rows one by one, each under its own idempotency key. A row without a response is retried under the
 * same key, so that it is acted on once; one that the rate limit refuses waits as long as the server asks for.
 */
export function useBulk<Of extends { id: number }>({ rows, act, texts, onEnd }: Bulk<Of>) {
  const [results, setResults] = useState<ReadonlyMap<number, BulkResult>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const keys = useRef(new Map<number, string>());
  const stopped = useRef(false);
  const left = rows.filter(({ id }) => ['unreached', undefined].includes(results.get(id)?.outcome));

  const actOn = async (row: Of): Promise<BulkResult> => {
    const key = keys.current.get(row.id) ?? newIdempotencyKey();
    keys.current.set(row.id, key);
    try {
      await whenAllowed(
        () => act(row, key),
        () => stopped.current,
      );
      return { outcome: 'done' };
    } catch (error) {
      return { outcome: isRetryable(error) ? 'unreached' : 'refused', message: failureText(error, texts) };
    }
  };
  const run = async () => {
    stopped.current = false;
    setRunning(true);
    const tried: number[] = [];
    for (const row of left) {
      if (stopped.current) break;
      const result = await actOn(row);
      tried.push(row.id);
      setResults((previous) => new Map(previous).set(row.id, result));
    }
    setRunning(false);
    await onEnd(tried);
  };
  return { results, left, isRunning, run, stop: () => void (stopped.current = true) };
}

const tries = 5;

/** Makes a call, and again when the rate limit, which counts calls by the minute, allows it. @throws what the call does. */
export async function whenAllowed<T>(call: () => Promise<T>, isStopped = () => false): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (error) {
      const isSlowed = error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS';
      if (!isSlowed || tried === tries || isStopped()) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 1) * 1_000));
    }
  }
}

/** No response, a server error, or a rate limit. */
const isRetryable = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
