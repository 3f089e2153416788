type RequestBody = NonNullable<Parameters<typeof fetch>[1]>['body'];

export interface CallOptions {
  /** Sent as the bearer. */
  token?: string;
  /** Sent as JSON, unless it is a form or a text already. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** The server's response; tests declare the shape that they expect. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** The parsed JSON, otherwise the text. */
  body: Body;
}

/** One request without following redirects; does not throw for any status. */
export async function call<Body = Record<string, unknown>>(
  method: string,
  url: string,
  { token, body, headers }: CallOptions = {},
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
