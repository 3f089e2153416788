/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { workMilliseconds } from './answer-time';
import { fetchWithProgress, type Progress } from './fetch-with-progress';

let server: Server;
let address: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    if (request.method === 'OPTIONS') return void response.end();
    if (request.url === '/never') return;
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      response.writeHead(request.url === '/refused' ? 413 : 201, { 'Retry-After': '7' });
      response.end(JSON.stringify({ body, key: request.headers['idempotency-key'] }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = (
  path: string,
  { signal, onProgress = () => {} }: Partial<Parameters<typeof fetchWithProgress>[1]> = {},
) =>
  fetchWithProgress(address + path, {
    method: 'POST',
    headers: new Headers({ 'Idempotency-Key': 'key-1' }),
    body: 'a form',
    signal,
    onProgress,
  });

it('responds like fetch, and reports the upload progress', async () => {
  const told: Progress[] = [];
  const answer = await send('/', { onProgress: (progress) => told.push(progress) });
  expect(answer).toMatchObject({ ok: true, status: 201 });
  expect(answer.headers.get('Retry-After')).toBe('7');
  expect(await answer.json()).toEqual({ body: 'a form', key: 'key-1' });
  // jsdom counts no bytes; tests/web/kyc.spec.ts checks the amounts in a browser.
  expect(told).not.toEqual([]);
});

it('returns an error response', async () => {
  expect(await send('/refused')).toMatchObject({ ok: false, status: 413 });
});

it('throws the reason of the abort', async () => {
  const upload = new AbortController();
  const waiting = send('/never', { signal: upload.signal });
  setTimeout(() => upload.abort(new Error('enough')), 20);
  await expect(waiting).rejects.toThrow('enough');
  await expect(send('/never', { signal: upload.signal })).rejects.toThrow('enough');
});

describe('over a line that hangs', () => {
  /** What is sent; its events are dispatched by the test. */
  const request = {
    upload: {} as { onprogress: (event: object) => void },
    onabort: (): void => undefined,
    open: () => undefined,
    setRequestHeader: () => undefined,
    send: () => undefined,
    abort: jest.fn(),
  };
  const real = XMLHttpRequest;

  beforeEach(() => {
    jest.useFakeTimers();
    request.abort.mockImplementation(() => request.onabort());
    global.XMLHttpRequest = jest.fn(() => request) as never;
  });
  afterEach(() => {
    global.XMLHttpRequest = real;
    jest.useRealTimers();
  });

  it('ends like one without an answer, however long it has gone on before', async () => {
    const failing = send('/').catch((error: unknown) => error);
    for (let sent = 1; sent <= 4; sent += 1) {
      jest.advanceTimersByTime(workMilliseconds - 1_000);
      request.upload.onprogress({ loaded: sent, total: 5 });
    }
    expect(request.abort).not.toHaveBeenCalled();
    jest.advanceTimersByTime(workMilliseconds);
    expect(await failing).toBeInstanceOf(TypeError);
  });
});
