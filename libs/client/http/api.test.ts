/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { fileBody } from '../../../tests/support/file-body';
import { refreshMilliseconds, workMilliseconds } from './answer-time';
import { api, ApiError, onSessionRefused } from './api';
import { bankNow } from '@bank/i18n/bank-clock';
import { readTokens, writeTokens } from './tokens';

type Handler = (path: string, bearer: string | null) => { status: number; body?: unknown; headers?: object };

let calls: string[];

function serve(handler: Handler) {
  calls = [];
  global.fetch = jest.fn(async (url: string, init: RequestInit) => {
    const bearer = (init.headers as Headers).get('Authorization');
    calls.push(`${init.method} ${url} ${bearer}`);
    const { status, body = {}, headers = {} } = handler(url, bearer);
    return {
      status,
      ok: status < 400,
      headers: new Headers(headers as Record<string, string>),
      json: async () => body,
      text: async () => JSON.stringify(body),
    };
  }) as unknown as typeof fetch;
}

const old = { access_token: 'old', refresh_token: 'refresh-1' };
const fresh = { access_token: 'new', refresh_token: 'refresh-2' };

beforeEach(() => {
  localStorage.clear();
  writeTokens(old);
});

const expiring: Handler = (path, bearer) => {
  if (path === '/api/auth/refresh') return { status: 200, body: fresh };
  return bearer === 'Bearer new' ? { status: 200, body: { path } } : { status: 401 };
};

it('refreshes once for all waiting calls, and repeats them', async () => {
  serve(expiring);
  const answers = await Promise.all(['/a', '/b', '/c'].map((path) => api.get<{ path: string }>(path)));
  expect(answers.map(({ path }) => path)).toEqual(['/api/a', '/api/b', '/api/c']);
  expect(calls.filter((line) => line.includes('/auth/refresh'))).toEqual([
    'POST /api/auth/refresh Bearer refresh-1',
  ]);
  expect(readTokens()).toEqual(fresh);
});

it('calls with an access token alone until it is refused, which then ends the session without an exchange', async () => {
  const onRefused = jest.fn();
  const stop = onSessionRefused(onRefused);
  localStorage.removeItem('refresh_token');
  serve(() => ({ status: 200, body: {} }));
  await api.get('/a');
  expect(calls).toEqual(['GET /api/a Bearer old']);
  serve(() => ({ status: 401, body: { code: 'SESSION_EXPIRED', error: 'Votre session a pris fin.' } }));
  await expect(api.get('/a')).rejects.toMatchObject({ code: 'SESSION_EXPIRED', status: 401 });
  expect(calls.some((line) => line.includes('/auth/refresh'))).toBe(false);
  expect([localStorage.getItem('access_token'), onRefused.mock.calls.length]).toEqual([null, 1]);
  stop();
});

it('uses tokens that another tab received meanwhile instead of refreshing again', async () => {
  serve((path, bearer) => {
    if (bearer === 'Bearer old') {
      localStorage.setItem('access_token', 'new');
      localStorage.setItem('refresh_token', 'refresh-2');
    }
    return expiring(path, bearer);
  });
  await api.get('/a');
  expect(calls.some((line) => line.includes('/auth/refresh'))).toBe(false);
});

it('clears the session when the refresh token is refused, and reports it', async () => {
  const onRefused = jest.fn();
  const stop = onSessionRefused(onRefused);
  serve(() => ({ status: 401, body: { code: 'SESSION_EXPIRED', error: 'Votre session a pris fin.' } }));
  await expect(api.get('/a')).rejects.toMatchObject({ code: 'SESSION_EXPIRED', status: 401 });
  expect(readTokens()).toBeUndefined();
  expect(onRefused).toHaveBeenCalledTimes(1);
  stop();
});

it('keeps the session when the server is unreachable for a refresh', async () => {
  serve((path) => (path.endsWith('/refresh') ? { status: 503 } : { status: 401 }));
  await expect(api.get('/a')).rejects.toBeInstanceOf(ApiError);
  expect(readTokens()).toEqual(old);
});

it('shows the message of a proxy that sends no error code', async () => {
  serve(() => ({ status: 502, body: { error: 'Service en maintenance.' } }));
  await expect(api.get('/a')).rejects.toMatchObject({ code: 'INTERNAL', message: 'Service en maintenance.' });
});

it('names the reference of what is the bank’s fault, also where the response is no JSON', async () => {
  const body = { code: 'INTERNAL', error: 'Une erreur est survenue.', request_id: 'r-17' };
  serve(() => ({ status: 500, body }));
  await expect(api.post('/a', {})).rejects.toMatchObject({
    code: 'INTERNAL',
    details: { requestId: 'r-17' },
    message: 'Une erreur est survenue. Si cela continue, signalez-nous cette référence\u00a0: r-17.',
  });
  serve(() => ({ status: 502, body: '<html>', headers: { 'X-Request-Id': 'r-18' } }));
  await expect(api.post('/a', {})).rejects.toMatchObject({
    code: 'UNREADABLE',
    details: { requestId: 'r-18' },
    message: expect.stringMatching(/^Une erreur est survenue de notre côté\..* r-18\.$/) as string,
  });
  const refusal = { code: 'INSUFFICIENT_FUNDS', error: 'Solde insuffisant.', request_id: 'r-19' };
  serve(() => ({ status: 409, body: refusal }));
  await expect(api.post('/a', {})).rejects.toMatchObject({ message: 'Solde insuffisant.' });
});

it('reports a network failure in the person’s language, and passes on the server’s errors', async () => {
  global.fetch = jest.fn().mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(api.get('/a')).rejects.toMatchObject({
    code: 'NETWORK',
    message: 'Erreur de connexion avec le serveur',
  });
  const body = {
    code: 'INVALID_FIELDS',
    error: 'Certains champs',
    fields: { amount: 'Trop' },
    request_id: 'r',
  };
  serve(() => ({ status: 422, body, headers: { 'Retry-After': '30' } }));
  await expect(api.post('/b', {})).rejects.toMatchObject({
    fields: { amount: 'Trop' },
    details: { retryAfterSeconds: 30 },
  });
});

it('sends the idempotency key, the language and a query without empty values', async () => {
  serve(() => ({ status: 200 }));
  await api.post('/a', { x: 1 }, { idempotencyKey: 'key-1', query: { search: 'é&', page: 2, type: '' } });
  const [url, init] = jest.mocked(global.fetch).mock.calls[0] as unknown as [string, RequestInit];
  expect(url).toBe('/api/a?search=%C3%A9%26&page=2');
  const headers = init.headers as Headers;
  expect([headers.get('Idempotency-Key'), headers.get('Accept-Language')]).toEqual(['key-1', 'fr']);
});

it('reports an answer whose connection ended within it as no answer', async () => {
  const cut = () => Promise.reject(new TypeError('network error'));
  const body = fileBody('begun', cut);
  const response = { status: 201, ok: true, headers: new Headers(), text: cut, body };
  global.fetch = jest.fn(async () => response) as unknown as typeof fetch;
  const lost = { code: 'NETWORK', message: 'Erreur de connexion avec le serveur' };
  await expect(api.post('/a', {})).rejects.toMatchObject(lost);
  await expect(api.file('/a')).rejects.toMatchObject(lost);
});

it('keeps the session when something else answers a refresh', async () => {
  const page = { status: 200, ok: true, headers: new Headers(), text: async () => '<p>Wi-Fi</p>' };
  const over = { ...page, status: 401, ok: false };
  global.fetch = jest.fn(async (url: string) => (url.endsWith('/refresh') ? page : over)) as never;
  await expect(api.get('/a')).rejects.toMatchObject({ code: 'UNREADABLE' });
  expect(readTokens()).toEqual(old);
});

it('learns the bank’s time from its answers', async () => {
  const tomorrow = Date.now() + 86_400_000;
  serve(() => ({ status: 200, headers: { Date: new Date(tomorrow).toUTCString() } }));
  await api.get('/a');
  expect(Math.abs(bankNow() - tomorrow)).toBeLessThan(2_000);
});

describe('a server that hangs', () => {
  let ended: unknown[];

  beforeEach(() => {
    jest.useFakeTimers();
    ended = [];
    global.fetch = jest.fn(
      (_url: string, { signal }: RequestInit) =>
        new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => {
            ended.push(signal.reason);
            reject(signal.reason as Error);
          });
        }),
    ) as unknown as typeof fetch;
  });
  afterEach(() => void jest.useRealTimers());

  it('counts as unreachable, for a read', async () => {
    const reading = api.get('/a').catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(19_000);
    expect(ended).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await reading).toMatchObject({ code: 'NETWORK', status: 0 });
  });

  it('leaves no timer behind once it has answered, or refused', async () => {
    serve((path) => ({ status: path === '/api/a' ? 200 : 404 }));
    await api.get('/a');
    await expect(api.get('/b')).rejects.toMatchObject({ status: 404 });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends a read that its page has given up, as before', async () => {
    const page = new AbortController();
    const reading = api.get('/a', { signal: page.signal }).catch((error: unknown) => error);
    page.abort('left');
    expect(await reading).toBe('left');
    expect(ended).toEqual(['left']);
  });

  it('is waited for longer with a change, which may be done already, and with a file', async () => {
    const asking = [api.post('/a', {}), api.put('/a', {}), api.delete('/a'), api.file('/a')].map((call) =>
      call.catch((error: unknown) => error),
    );
    await jest.advanceTimersByTimeAsync(workMilliseconds - 1_000);
    expect(ended).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    for (const call of asking) expect(await call).toMatchObject({ code: 'NETWORK', status: 0 });
  });

  it('counts as one that cannot be reached when it hangs within its answer', async () => {
    const silent = global.fetch;
    global.fetch = jest.fn(async (url: string, init: RequestInit) => {
      const text = () => silent(url, init);
      return { status: 200, ok: true, headers: new Headers(), text };
    }) as unknown as typeof fetch;
    const asking = [api.get('/a'), api.post('/a', {})].map((call) => call.catch((error: unknown) => error));
    await jest.advanceTimersByTimeAsync(workMilliseconds);
    for (const call of asking) expect(await call).toMatchObject({ code: 'NETWORK', status: 0 });
  });

  /** Answers a refresh by its number, from 0; the session is over for any other call without new tokens. */
  const refreshing = (answer: (attempt: number) => unknown) => {
    const silent = global.fetch;
    let attempts = 0;
    serve(expiring);
    const answering = global.fetch;
    global.fetch = jest.fn((url: string, init: RequestInit) => {
      const hangs = url.endsWith('/refresh') && !answer(attempts++);
      return (hangs ? silent : answering)(url, init);
    }) as unknown as typeof fetch;
    return () => attempts;
  };

  it('is asked again for a refresh, while it still takes the token that the lost answer has spent', async () => {
    const attempts = refreshing((attempt) => attempt > 0);
    const reading = api.get('/a');
    await jest.advanceTimersByTimeAsync(refreshMilliseconds - 1_000);
    expect(attempts()).toBe(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await reading).toEqual({ path: '/api/a' });
    expect([attempts(), readTokens()]).toEqual([2, fresh]);
  });

  it('ends a refresh that is never answered, and keeps the session', async () => {
    const attempts = refreshing(() => false);
    const reading = api.get('/a').catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await reading).toMatchObject({ code: 'NETWORK' });
    expect([attempts(), readTokens()]).toEqual([2, old]);
  });

  it('repeats an exchange whose answer was lost under its key, until there is one, and begins the next under another', async () => {
    let isSilent = true;
    refreshing(() => !isSilent);
    const reading = api.get('/a').catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await reading).toMatchObject({ code: 'NETWORK' });
    isSilent = false;
    await api.get('/a');
    writeTokens(old);
    await api.get('/a');
    const keys = jest
      .mocked(global.fetch)
      .mock.calls.filter(([url]) => String(url).endsWith('/refresh'))
      .map(([, init]) => (init!.headers as Headers).get('Idempotency-Key'));
    expect(keys).toHaveLength(4);
    expect(keys[0]).toBeTruthy();
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('is asked no second time for tokens that another tab received meanwhile', async () => {
    const attempts = refreshing(() => false);
    const reading = api.get('/a');
    await jest.advanceTimersByTimeAsync(refreshMilliseconds - 1_000);
    writeTokens(fresh);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await reading).toEqual({ path: '/api/a' });
    expect([attempts(), readTokens()]).toEqual([1, fresh]);
  });

  it('asks for no second answer where the first one was in time', async () => {
    const attempts = refreshing(() => true);
    await api.get('/a');
    await jest.advanceTimersByTimeAsync(30_000);
    expect(attempts()).toBe(1);
  });
});

describe('a tab that holds the lock of a refresh', () => {
  /** Grants the lock when `held` is over, and gives up waiting with the signal. */
  const lock = (held: Promise<void>) => {
    const request = (_name: string, { signal }: { signal: AbortSignal }, task: () => unknown) => {
      const late = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return Promise.race([held, late]).then(task);
    };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  };

  beforeEach(() => {
    jest.useFakeTimers();
    Object.assign(AbortSignal, {
      timeout: (milliseconds: number) => {
        const late = new AbortController();
        setTimeout(() => late.abort(), milliseconds);
        return late.signal;
      },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'locks');
    jest.useRealTimers();
  });

  it('is waited for, and not longer than the server takes a token that it may have spent', async () => {
    serve(expiring);
    lock(new Promise(() => undefined));
    const reading = api.get('/a');
    await jest.advanceTimersByTimeAsync(refreshMilliseconds - 1_000);
    expect(calls.some((line) => line.includes('/auth/refresh'))).toBe(false);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await reading).toEqual({ path: '/api/a' });
  });

  it('leaves a failure of the refresh as it is', async () => {
    serve((path) => (path.endsWith('/refresh') ? { status: 503 } : { status: 401 }));
    lock(Promise.resolve());
    await expect(api.get('/a')).rejects.toMatchObject({ code: 'UNREADABLE', status: 503 });
    expect(calls.filter((line) => line.includes('/auth/refresh'))).toHaveLength(1);
  });
});
