import type { Tokens } from '@bank/contracts/auth';
import type { AskedApproval } from '@bank/contracts/call-approvals';
import type { ErrorBody, ErrorCode } from '@bank/contracts/errors';
import { passiveHeader } from '@bank/contracts/routes';
import { learnBankTime } from '@bank/i18n/bank-clock';
import { unbroken } from '@bank/i18n/format';
import { currentLanguage } from '@bank/i18n/language';
import { recordActivity } from './activity';
import { answerMilliseconds, answeringInTime, wholeFile, workMilliseconds } from './answer-time';
import { useCallTexts } from './call-texts';
import { config } from './config';
import { dropEarlyReads, takeEarlyRead } from './early-reads';
import { fetchWithProgress, type Progress } from './fetch-with-progress';
import { callerLeft } from './identity';
import { refresh } from './refresh';
import { exchangeKey, readTokens } from './tokens';

export { onSessionRefused } from './refresh';

type Query = Record<string, string | number | boolean | undefined>;

export interface CallOptions {
  query?: Query;
  /** Makes a repeated call act once (wire contract, section 2); see `newIdempotencyKey`. */
  idempotencyKey?: string;
  /** Gets the time of the first call with the key (ISO 8601) where the answer only repeats that one's, otherwise null. */
  onReplayed?: (firstAt: string | null) => void;
  signal?: AbortSignal;
  /** A background call, such as live events: it does not keep the session awake. */
  passive?: boolean;
  /** Reports the upload progress of a form. */
  onProgress?: (progress: Progress) => void;
}

interface Sent extends CallOptions {
  accept?: string;
  /** The token of an approval of this very call. */
  approval?: string;
  /** See `answeringInTime`: of all calls but those for files and streams. */
  patience?: number;
}

export interface ApiErrorDetails {
  /** Messages beside the fields of a form, by name. */
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number | undefined;
  /** What the call needs, with APPROVAL_REQUIRED. */
  approval?: AskedApproval | undefined;
  /** The call in the server's logs: the reference of a fault. */
  requestId?: string | undefined;
  /** What the bank has already, with CREDIT_FILE_KNOWN. */
  knownId?: number | undefined;
}

/**
 * A failed call: the server's message in the person's language, `NETWORK` without a response, `UNREADABLE`
 * for a response that is not the server's, such as a proxy's.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    message: string,
    readonly code: ErrorCode | 'NETWORK' | 'UNREADABLE',
    readonly status: number,
    readonly details: ApiErrorDetails = {},
  ) {
    super(message);
  }

  get fields(): Record<string, string> {
    return this.details.fields ?? {};
  }
}

/** A new key for one form or intent, to be sent with each attempt of it. */
export const newIdempotencyKey = () => crypto.randomUUID();

/** The one way to the server: adds the bearer and the language, refreshes the session once on a 401, retries. */
export const api = {
  get: <T>(path: string, options?: CallOptions): Promise<T> => {
    const passive = options?.passive ?? isPassiveRead(options?.signal);
    const read = () => call<T>('GET', path, undefined, { ...options, passive });
    return takeEarlyRead<T>(path + queryString(options?.query))?.then((found) => found ?? read()) ?? read();
  },
  post: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('PUT', path, body, options),
  delete: (path: string, options?: CallOptions) => call<void>('DELETE', path, undefined, options),
  /** An event stream, whose body the caller reads. */
  stream: async (path: string, options?: CallOptions) =>
    (await sendWithApproval('GET', path, undefined, { ...options, accept: 'text/event-stream' })) as Response,
  /** A file instead of JSON. */
  file: async (path: string, options?: CallOptions): Promise<Blob> =>
    complete(wholeFile(await sendWithApproval('GET', path, undefined, options)), options?.signal),
};

let isPassive = false;

/** The signals of passive reads: the queries' own retry of one, a moment later, has the same. */
const passiveReads = new WeakSet();

function isPassiveRead(signal: object = {}): boolean {
  if (isPassive) passiveReads.add(signal);
  return passiveReads.has(signal);
}

/** Calls that the task starts synchronously are passive; see `CallOptions.passive`. */
export function withoutActivity<T>(task: () => T): T {
  isPassive = true;
  try {
    return task();
  } finally {
    isPassive = false;
  }
}

/** Accepted, or done without content. */
const mayBeEmpty = new Set([202, 204]);

/** The members of a response that the client reads; an upload with progress has no others. */
type HttpResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'text' | 'json' | 'body'>;

async function call<T>(method: string, path: string, body: unknown, options?: CallOptions): Promise<T> {
  const patience = method === 'GET' ? answerMilliseconds : workMilliseconds;
  const hasLeft = callerLeft();
  const response = await sendWithApproval(method, path, body, { ...options, patience });
  const content = await contentOf<T>(response, options?.signal);
  options?.onReplayed?.(response.headers.get('Idempotent-Replayed'));
  return hasLeft() ? never : content;
}

async function contentOf<T>(response: HttpResponse, signal?: AbortSignal): Promise<T> {
  const text = await complete(response.text(), signal);
  if (text === '' && mayBeEmpty.has(response.status)) return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw unreadable(response);
  }
}

/** Asks the person to approve a call, and resolves with the token. */
export type ApprovalPrompt = (asked: AskedApproval) => Promise<string>;

let approvalPrompt: ApprovalPrompt | undefined;

/**
 * Registers the page's prompt for approvals; without one, the server's demand is an ordinary failure. Returns its removal.
 */
export function setApprovalPrompt(ask: ApprovalPrompt): () => void {
  approvalPrompt = ask;
  return () => {
    if (approvalPrompt === ask) approvalPrompt = undefined;
  };
}

/**
 * The response of a successful call, after refreshing the session where needed; never, once the user who made it has left. Where
 * the server demands an approval, prompts for it and repeats the same call, body and idempotency key included.
 */
export async function sendWithApproval(
  method: string,
  path: string,
  body?: unknown,
  options: Sent = {},
): Promise<HttpResponse> {
  const hasLeft = callerLeft();
  const attempt = async (approval = options.approval): Promise<HttpResponse> => {
    if (hasLeft()) return never;
    const tokens = readTokens();
    const passive = options.passive ?? isPassive;
    if (!passive) recordActivity();
    if (method !== 'GET') dropEarlyReads();
    const sent = { ...options, passive, approval };
    let response = await send(method, path, body, sent, tokens?.access_token);
    if (response.status === 401 && tokens && (await refresh(tokens, exchange))) {
      if (hasLeft()) return never;
      response = await send(method, path, body, sent, readTokens()?.access_token);
    }
    if (response.ok) return hasLeft() ? never : response;
    const error = await failure(response);
    if (aboutRights.has(error.code)) onRightsRefusal.forEach((listener) => listener());
    const asked = !approval && error.details.approval;
    if (!asked || !approvalPrompt) throw error;
    return attempt(await approvalPrompt(asked));
  };
  return attempt();
}

/** Never settles: what the user who has left called for is not the next one's. */
const never = new Promise<never>(() => undefined);

async function send(
  method: string,
  path: string,
  body: unknown,
  options: Sent,
  bearer?: string,
): Promise<HttpResponse> {
  const { signal, onProgress, accept = 'application/json', patience } = options;
  const headers = new Headers({ Accept: accept, 'Accept-Language': currentLanguage() });
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`);
  if (options.passive) headers.set(passiveHeader, '1');
  headers.set('traceparent', newTraceparent());
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  if (options.approval) headers.set('X-Approval', options.approval);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
  const sent = body === undefined || isForm ? body : JSON.stringify(body);
  const url = config.api_base + path + queryString(options.query);
  const sentAt = Date.now();
  const fetching = (ending: AbortSignal) =>
    fetch(url, { method, headers, body: sent, signal: ending, cache: 'no-store' });
  // An upload may take long, as long as it goes on.
  const answering: Promise<HttpResponse> = isForm
    ? fetchWithProgress(url, { method, headers, body, signal, onProgress })
    : answeringInTime(fetching, signal, patience);
  const response = await complete(answering, signal);
  learnBankTime(response.headers.get('Date'), sentAt);
  return response;
}

/** Waits for a read from the network. @throws ApiError NETWORK when the connection ends first. */
export async function complete<T>(reading: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkFailure();
  }
}

/** Begins a trace that the server continues (W3C Trace Context, version 00): a random trace and span. */
function newTraceparent(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(24))];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${hex.slice(16)}-${hex.slice(0, 16)}-01`;
}

/** No response, or an incomplete one. */
export const networkFailure = () => new ApiError(useCallTexts.translate('error.network'), 'NETWORK', 0);

function queryString(query: Query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length > 0 ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : '';
}

async function failure(response: HttpResponse): Promise<ApiError> {
  const retryAfterSeconds = Number(response.headers.get('Retry-After')) || undefined;
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  if (typeof body?.error !== 'string') return unreadable(response, retryAfterSeconds);
  // A proxy's response may have a message and no code.
  const { error, code = 'INTERNAL', fields, approval, known_id: knownId } = body;
  const requestId = body.request_id ?? referenceOf(response);
  const message = code === 'INTERNAL' ? withReference(unbroken(error), requestId) : unbroken(error);
  const details = { fields, retryAfterSeconds, approval, requestId, knownId };
  return new ApiError(message, code, response.status, details);
}

function unreadable(response: HttpResponse, retryAfterSeconds?: number): ApiError {
  const requestId = referenceOf(response);
  const message = withReference(useCallTexts.translate('error.server'), requestId);
  return new ApiError(message, 'UNREADABLE', response.status, { retryAfterSeconds, requestId });
}

const referenceOf = ({ headers }: HttpResponse) => headers.get('X-Request-Id') ?? undefined;

/** What is the bank's fault names the reference by which staff find it. */
const withReference = (message: string, reference: string | undefined) =>
  reference ? `${message} ${useCallTexts.translate('error.reference', { reference })}` : message;

/** A new pair of tokens for a refresh token; undefined when the server refuses it. Throws when the server is unreachable. */
async function exchange(refreshToken: string): Promise<Tokens | undefined> {
  const options = { patience: answerMilliseconds, idempotencyKey: exchangeKey() };
  const response = await send('POST', '/auth/refresh', undefined, options, refreshToken);
  if (response.ok) return contentOf<Tokens>(response);
  if (response.status === 401) return undefined;
  throw await failure(response);
}

const aboutRights = new Set<string>([
  'FORBIDDEN',
  'OUTSIDE_ROLES',
  'ROLES_NOT_TOGETHER',
] satisfies ErrorCode[]);
const onRightsRefusal = new Set<() => void>();

/** Calls back when a call was refused for want of a role, which the person may just have lost; returns how to stop. */
export function onRightsRefused(listener: () => void): () => void {
  onRightsRefusal.add(listener);
  return () => onRightsRefusal.delete(listener);
}
