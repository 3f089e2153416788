import { ApiError } from '../http/api';
import { eventStreamParser, type StreamMessage } from './event-stream';

const silenceMs = 45_000;
const checkMs = 5_000;

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/** A stream that lasted this long resets the delay. */
const steadyMs = 10_000;

export interface StreamSource {
  /** @throws ApiError when the server refuses or cannot be reached. */
  connect: (signal: AbortSignal) => Promise<Response>;
  /** The stream is open: from now on nothing is missed. */
  onOpen: () => void;
  onMessage: (message: StreamMessage) => void;
}

/**
 * Keeps a stream open until the returned function is called: reconnects with growing, randomised delays,
 * immediately when the network or the person is back, and not before the server's Retry-After.
 */
export function keepStreamOpen(source: StreamSource): () => void {
  const closing = new AbortController();
  void reconnectUntil(source, closing.signal);
  return () => closing.abort();
}

async function reconnectUntil(source: StreamSource, closed: AbortSignal) {
  let failures = 0;
  while (!closed.aborted) {
    const since = Date.now();
    const retryAfterMs = await readOnce(source, closed);
    failures = Date.now() - since >= steadyMs ? 0 : failures + 1;
    const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** failures) * (0.25 + Math.random() / 4);
    await pause(retryAfterMs + delay, closed, retryAfterMs === 0);
  }
}

/** Reads one connection to its end; returns the server's Retry-After in ms, or 0. */
async function readOnce({ connect, onOpen, onMessage }: StreamSource, closed: AbortSignal): Promise<number> {
  const dropping = new AbortController();
  const drop = () => dropping.abort();
  closed.addEventListener('abort', drop);
  const watch = watchSilence(drop);
  try {
    const { body } = await connect(dropping.signal);
    onOpen();
    const reader = body!.getReader();
    const decoder = new TextDecoder();
    const parse = eventStreamParser(onMessage);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 0;
      watch.beat();
      parse(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    return error instanceof ApiError ? (error.details.retryAfterSeconds ?? 0) * 1_000 : 0;
  } finally {
    watch.stop();
    closed.removeEventListener('abort', drop);
    drop();
  }
}

/** Compares clock times, also on waking: timers stop while the machine sleeps. */
function watchSilence(onSilence: () => void) {
  let heard = Date.now();
  const check = () => Date.now() - heard >= silenceMs && onSilence();
  const timer = setInterval(check, checkMs);
  const stopListening = onWake(check);
  return {
    beat: () => void (heard = Date.now()),
    stop: () => {
      clearInterval(timer);
      stopListening();
    },
  };
}

function pause(milliseconds: number, closed: AbortSignal, mayWake: boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopListening();
      closed.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, closed.aborted ? 0 : milliseconds);
    const stopListening = onWake(() => mayWake && end());
    closed.addEventListener('abort', end);
  });
}

/** Calls back when the network is back or the page is looked at again. */
function onWake(listener: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && listener();
  addEventListener('online', listener);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    removeEventListener('online', listener);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
