/** How long a read waits for the beginning of its answer, ms: a server that hangs counts as one that cannot be reached. */
export const answerMilliseconds = 20_000;

/**
 * Starts a call, and ends it with the caller's signal, or when no answer has begun in time.
 * @throws the signal's reason; an AbortError when it took too long; and what the call does.
 */
export async function beginningInTime<Answer>(
  start: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const ending = new AbortController();
  const end = () => ending.abort(signal?.reason);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  const timer = setTimeout(end, answerMilliseconds);
  try {
    return await start(ending.signal);
  } finally {
    clearTimeout(timer);
  }
}
