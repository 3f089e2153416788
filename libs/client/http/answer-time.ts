/** How long a read waits for the beginning of its answer, ms: a server that hangs counts as one that cannot be reached. */
export const answerMilliseconds = 20_000;

/** The same of what the server works on first: a change, which may be done and is repeated with its key, and a file. */
export const workMilliseconds = 45_000;

/** A refresh that has waited so long is tried again, within the ten seconds in which the server takes a spent token. */
export const refreshMilliseconds = 6_000;

/**
 * Starts a call, and ends it with the caller's signal, or when its answer takes too long.
 * @param patience how long the answer may take to begin, and as long again to end, ms; without it the answer begins within
 * `workMilliseconds`, and who reads it takes care that it goes on
 * @throws the signal's reason; an AbortError when it took too long; and what the call does.
 */
export async function answeringInTime(
  start: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal | undefined,
  patience?: number,
): Promise<Response> {
  const ending = new AbortController();
  const end = () => ending.abort(signal?.reason);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  const timer = setTimeout(end, patience ?? workMilliseconds);
  try {
    const answer = await start(ending.signal);
    return patience ? readInTime(answer, setTimeout(end, patience)) : answer;
  } finally {
    clearTimeout(timer);
  }
}

/** The same answer, whose timer stops when it has been read. */
function readInTime(answer: Response, timer: ReturnType<typeof setTimeout>): Response {
  const stopping =
    <T>(read: () => Promise<T>) =>
    () =>
      read.call(answer).finally(() => clearTimeout(timer));
  return Object.assign(answer, { text: stopping(answer.text), json: stopping(answer.json) });
}

/** Tries once more when the first try is slow: the outcome of the one that ends first. */
export async function twiceWhenSlow<T>(attempt: () => Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const second = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(attempt()), milliseconds);
  });
  return Promise.race([attempt(), second]).finally(() => clearTimeout(timer));
}

/** Reads a file that may come slowly. @throws when nothing of it has come for too long, and what the connection throws. */
export async function wholeFile({ body, headers }: Pick<Response, 'body' | 'headers'>): Promise<Blob> {
  const reader = body!.getReader();
  const parts: BlobPart[] = [];
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return new Blob(parts, { type: headers.get('Content-Type') ?? '' });
      parts.push(value);
    }
  } finally {
    // Frees the connection of one that does not go on.
    reader.cancel().catch(() => undefined);
  }
}

function inTime<T>(reading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The answer does not go on')), answerMilliseconds);
    reading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
