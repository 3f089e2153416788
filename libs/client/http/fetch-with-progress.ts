import { workMilliseconds } from './answer-time';

export interface Progress {
  sent: number;
  total: number;
}

interface UploadOptions {
  method: string;
  headers: Headers;
  body: XMLHttpRequestBodyInit | undefined;
  signal: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Sends like `fetch` and reports upload progress, which only XMLHttpRequest supports. The response has only
 * the members that `api.ts` reads. Ends when nothing is sent or received for too long, however long the whole takes.
 * @throws TypeError without a response, like `fetch`; the signal's reason when aborted.
 */
export async function fetchWithProgress(
  url: string,
  { method, headers, body, signal, onProgress }: UploadOptions,
) {
  signal?.throwIfAborted();
  const request = new XMLHttpRequest();
  request.open(method, url);
  request.responseType = 'arraybuffer';
  headers.forEach((value, name) => request.setRequestHeader(name, value));
  const abort = () => request.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const goOn = () => {
    clearTimeout(timer);
    timer = setTimeout(abort, workMilliseconds);
  };
  goOn();
  request.onprogress = goOn;
  request.upload.onprogress = ({ loaded, total }) => {
    goOn();
    onProgress?.({ sent: loaded, total });
  };
  signal?.addEventListener('abort', abort);
  return new Promise<ReturnType<typeof answerOf>>((resolve, reject) => {
    request.onload = () => resolve(answerOf(request));
    const fail = () => reject(new TypeError('The request got no answer'));
    request.onerror = fail;
    request.onabort = () => (signal?.aborted ? reject(signal.reason as Error) : fail());
    request.send(body);
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
}

function answerOf(request: XMLHttpRequest) {
  const body = request.response as ArrayBuffer;
  const text = () => new TextDecoder().decode(body);
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
    .filter(Boolean);
  return {
    ok: request.status >= 200 && request.status < 300,
    status: request.status,
    headers: new Headers(lines.map((line) => line.split(/: ?(.*)/s, 2) as [string, string])),
    body: null,
    text: async () => text(),
    json: async () => JSON.parse(text()) as unknown,
  };
}
