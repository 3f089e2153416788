import type { Tokens } from '@bank/contracts/auth';
import type { ErrorBody, ErrorCode } from '@bank/contracts/errors';
import { passiveHeader } from '@bank/contracts/routes';
import { currentLanguage } from '@bank/i18n/language';

import { noteCall } from './activity';
import { useCallTexts } from './call-texts';
import { config } from './config';
import { fetchWithProgress, type Progress } from './fetch-with-progress';
import { isTakenOver } from './identity';
import { clearTokens, readTokens, writeTokens } from './tokens';

type Query = Record<string, string | number | boolean | undefined>;

export interface CallOptions {
  query?: Query;
  /** Makes a repeated call act once (wire contract, section 2); see `newIdempotencyKey`. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** A reading call that nobody caused, such as live events: it does not keep the session awake. */
  passive?: boolean;
  /** Told how much of a form has left, as it leaves. */
  onProgress?: (progress: Progress) => void;
}

interface Sent extends CallOptions {
  accept?: string;
}

/**
 * A call that failed: the server's answer in the person's language, `NETWORK` when none came, or `UNREADABLE` when one
 * came that says nothing, from a proxy for instance.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    message: string,
    readonly code: ErrorCode | 'NETWORK' | 'UNREADABLE',
    readonly status: number,
    readonly fields: Record<string, string> = {},
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** A fresh key for one form or one intent: made once, sent with every try of it. */
export const newIdempotencyKey = () => crypto.randomUUID();

/** The one way to the server: adds the bearer and the language, refreshes the session once on a 401, retries. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => call<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('PUT', path, body, options),
  delete: (path: string, options?: CallOptions) => call<void>('DELETE', path, undefined, options),
  /** An event stream, whose body the caller reads as it comes. */
  stream: async (path: string, options?: CallOptions) =>
    (await answerTo('GET', path, undefined, { ...options, accept: 'text/event-stream' })) as Response,
  /** A file, such as a document, instead of JSON. */
  file: async (path: string, options?: CallOptions): Promise<Blob> =>
    (await answerTo('GET', path, undefined, options)).blob(),
};

let ofThePageItself = false;

/** Calls that the task begins before it returns are passive, whoever makes them: see `CallOptions.passive`. */
export function passively<T>(task: () => T): T {
  ofThePageItself = true;
  try {
    return task();
  } finally {
    ofThePageItself = false;
  }
}

/** Accepted, or done with nothing to tell. */
const mayBeEmpty = new Set([202, 204]);

/** What of a response the client reads; an upload with progress gives no more. */
type Answer = Pick<Response, 'ok' | 'status' | 'headers' | 'text' | 'json' | 'blob'>;

async function call<T>(method: string, path: string, body: unknown, options?: CallOptions): Promise<T> {
  const response = await answerTo(method, path, body, options);
  const text = await response.text();
  if (text === '' && mayBeEmpty.has(response.status)) return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw unreadable(response);
  }
}

/** The answer to a call that succeeded, with the session refreshed on the way where that was needed. */
export async function answerTo(
  method: string,
  path: string,
  body?: unknown,
  options: Sent = {},
): Promise<Answer> {
  if (isTakenOver()) return never;
  const tokens = readTokens();
  const passive = options.passive ?? ofThePageItself;
  if (!passive) noteCall();
  const sent = { ...options, passive };
  let response = await send(method, path, body, sent, tokens?.access_token);
  if (response.status === 401 && tokens && (await refresh(tokens))) {
    if (isTakenOver()) return never;
    response = await send(method, path, body, sent, readTokens()?.access_token);
  }
  if (!response.ok) throw await failure(response);
  return response;
}

/** What another person's page waits for until it is gone. */
const never = new Promise<never>(() => undefined);

async function send(
  method: string,
  path: string,
  body: unknown,
  options: Sent,
  bearer?: string,
): Promise<Answer> {
  const { signal, onProgress, accept = 'application/json' } = options;
  const headers = new Headers({ Accept: accept, 'Accept-Language': currentLanguage() });
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`);
  if (options.passive) headers.set(passiveHeader, '1');
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  const sent = body === undefined || isForm ? body : JSON.stringify(body);
  const url = config.api_base + path + queryString(options.query);
  try {
    if (onProgress) return await fetchWithProgress(url, { method, headers, body: sent, signal, onProgress });
    return await fetch(url, { method, headers, body: sent, signal, cache: 'no-store' });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkFailure();
  }
}

/** No answer came, or not all of it. */
export const networkFailure = () => new ApiError(useCallTexts.translate('error.network'), 'NETWORK', 0);

function queryString(query: Query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length > 0 ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : '';
}

async function failure(response: Answer): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  if (typeof body?.error !== 'string') {
    const { status } = response;
    return new ApiError(useCallTexts.translate('error.server'), 'UNREADABLE', status, {}, retryAfter);
  }
  // Whoever answers in the server's place may have a sentence and no code.
  return new ApiError(body.error, body.code ?? 'INTERNAL', response.status, body.fields, retryAfter);
}

const unreadable = ({ status }: Answer) =>
  new ApiError(useCallTexts.translate('error.server'), 'UNREADABLE', status);

let refreshing: Promise<boolean> | undefined;

/**
 * Exchanges the refresh token once for however many calls are waiting, in this tab and (through a lock) in the
 * others. False when the session is over; the tokens are then cleared. Throws when the server cannot be asked.
 */
function refresh(spent: Tokens): Promise<boolean> {
  refreshing ??= exclusively(() => exchange(spent)).finally(() => (refreshing = undefined));
  return refreshing;
}

/** One tab at a time, where the browser has locks; elsewhere the server's ten seconds of grace cover two tabs. */
const exclusively = <T>(task: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('bank-refresh', task) : task();

async function exchange(spent: Tokens): Promise<boolean> {
  const current = readTokens();
  if (!current) return false;
  if (current.access_token !== spent.access_token) return true;
  const response = await send('POST', '/auth/refresh', undefined, {}, current.refresh_token);
  const fresh = response.ok && ((await response.json()) as Tokens);
  if (!fresh && response.status !== 401) throw await failure(response);
  // Another tab may have signed in anew, or out, while this answer was on its way: its word is the later one.
  const now = readTokens();
  if (now?.refresh_token !== current.refresh_token) return fresh && now !== undefined;
  if (fresh) writeTokens(fresh);
  else clearTokens();
  return Boolean(fresh);
}
