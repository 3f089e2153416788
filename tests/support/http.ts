import { type AskedApproval, codeOf } from './approvals';

type RequestBody = NonNullable<Parameters<typeof fetch>[1]>['body'];

export interface CallOptions {
  /** Sent as the bearer. */
  token?: string;
  /** Sent as JSON, unless it is a form or a text already. */
  body?: unknown;
  headers?: Record<string, string>;
  /** False: a call that needs an approval is left at that. */
  approve?: boolean;
}

/** The server's response; tests declare the shape that they expect. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** The parsed JSON, otherwise the text. */
  body: Body;
}

/**
 * One request without following redirects; does not throw for any status. As the product's own client, it approves a call
 * that asks for it, by the code of the message in the bank's outbox, and repeats it.
 */
export async function call<Body = Record<string, unknown>>(
  method: string,
  url: string,
  options: CallOptions = {},
): Promise<Answer<Body>> {
  const answer = await send<Body>(method, url, options);
  const asked = answer.status === 403 && (answer.body as { approval?: AskedApproval }).approval;
  if (!asked || options.approve === false || !asked.methods.includes('email')) return answer;
  const code = await codeOf(url, asked.id);
  if (code === undefined) return answer;
  const token = await tokenOf(url, options.token, asked.id, code);
  return send<Body>(method, url, { ...options, headers: { ...options.headers, 'X-Approval': token } });
}

/** Copies of one call (one idempotency key) share an approval, which is given once. */
const tokens = new Map<string, Promise<string>>();
function tokenOf(url: string, bearer: string | undefined, id: number, code: string): Promise<string> {
  const name = `${new URL(url).origin} ${id}`;
  const token = tokens.get(name) ?? approve(url, bearer, id, { method: 'email', code });
  tokens.set(name, token);
  return token;
}

/** Gives an approval by a proof and returns its token. @throws Error for a proof that is refused. */
export async function approve(
  url: string,
  token: string | undefined,
  id: number,
  proof: object,
): Promise<string> {
  const { status, body } = await send<{ approval_token: string }>(
    'POST',
    `${new URL(url).origin}/api/approvals/${id}`,
    { ...(token !== undefined && { token }), body: proof },
  );
  if (status !== 200) throw new Error(`the approval ${id} answered ${status} ${JSON.stringify(body)}`);
  return body.approval_token;
}

async function send<Body>(
  method: string,
  url: string,
  { token, body, headers }: CallOptions,
): Promise<Answer<Body>> {
  const isRaw =
    body === undefined || typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(!isRaw && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: isRaw ? (body as RequestBody) : JSON.stringify(body),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') && text !== '';
  return { status: answer.status, headers: answer.headers, body: (isJson ? JSON.parse(text) : text) as Body };
}

/** The first cookie that an answer sets, as a browser sends it back; empty when there is none. */
export const cookieIn = ({ headers }: { headers: Headers }) =>
  (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
