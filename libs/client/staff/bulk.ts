// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useRef, useState } from 'react';
import { sliceRows } from '@bank/contracts/slice-size';
import type { RowOutcome, SliceOutcome } from '@bank/contracts/slices';
import { ApiError, newIdempotencyKey } from '@bank/client/api';
import { type CatalogueWords, failureText, hasNoAnswer } from '@bank/client/call-failure';

/** The result for a row; `unreached` can be retried, the others are final. */
export interface BulkResult extends Pick<RowOutcome, 'outcome' | 'version'> {
  message?: string | undefined;
}

interface Bulk<Of> {
  rows: readonly Of[];
  /** Acts on a slice of the rows; the server may leave its last rows for the next call. */
  act: (rows: readonly Of[], idempotencyKey: string) => Promise<SliceOutcome>;
  texts: CatalogueWords;
  /** After each run, with what became of every row so far and the ids that were tried. */
  onEnd: (results: ReadonlyMap<number, BulkResult>, tried: number[]) => Promise<unknown>;
}

type Results = ReadonlyMap<number, BulkResult>;

/**
 * Calls the server for slices of rows under one idempotency key, which counts for each row: one that is retried, in
 * whichever slice, is acted on once. A call that fails ends the run; one that the rate limit refuses waits as long as the
 * server asks for.
 */
export function useBulk<Of extends { id: number }>({ rows, act, texts, onEnd }: Bulk<Of>) {
  const [results, setResults] = useState<Results>(new Map());
  const [isRunning, setRunning] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const stopper = useRef(new AbortController());
  const withOutcome = (wanted?: string) => rows.filter(({ id }) => results.get(id)?.outcome === wanted);
  // Failed rows come last, so that a row that always fails holds up no other.
  const left = [...withOutcome(), ...withOutcome('unreached')];

  const actOn = async (slice: readonly Of[]): Promise<{ found: Results; hasFailed: boolean }> => {
    try {
      const answer = await whenAllowed(() => act(slice, key), stopper.current.signal);
      return { found: new Map(answer.rows.map(resultOf)), hasFailed: answer.rows.length === 0 };
    } catch (error) {
      const outcome = isRetryable(error) ? ('unreached' as const) : ('refused' as const);
      const result = { outcome, message: failureText(error, texts) };
      return { found: new Map(slice.map(({ id }) => [id, result])), hasFailed: true };
    }
  };
  const run = async () => {
    const { signal } = (stopper.current = new AbortController());
    setRunning(true);
    const tried: number[] = [];
    let all = results;
    for (let waiting = left; waiting.length > 0 && !signal.aborted;) {
      const { found, hasFailed } = await actOn(waiting.slice(0, sliceRows));
      all = new Map([...all, ...found]);
      setResults(all);
      tried.push(...found.keys());
      if (hasFailed) break;
      waiting = waiting.filter(({ id }) => !found.has(id));
    }
    setRunning(false);
    await onEnd(all, tried);
  };
  return { results, left, isRunning, run, stop: () => stopper.current.abort() };
}

const resultOf = ({ id, outcome, error, version }: RowOutcome): [number, BulkResult] => [
  id,
  { outcome, message: error, ...(version !== undefined && { version }) },
];

const tries = 5;

/** Makes a call, and again when the rate limit, which counts calls by the minute, allows it. @throws what the call does. */
async function whenAllowed<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (error) {
      const isSlowed = error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS';
      if (!isSlowed || tried === tries || signal.aborted) throw error;
      await pause((error.details.retryAfterSeconds ?? 1) * 1_000, signal);
      if (signal.aborted) throw error;
    }
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** No response, a server error, or a rate limit. */
const isRetryable = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 429 || hasNoAnswer(error);
