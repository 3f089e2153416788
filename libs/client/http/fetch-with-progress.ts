export interface Progress {
  sent: number;
  total: number;
}

interface UploadOptions {
  method: string;
  headers: Headers;
  body: XMLHttpRequestBodyInit | undefined;
  signal: AbortSignal | undefined;
  onProgress: (progress: Progress) => void;
}

/**
 * Sends like `fetch` and reports upload progress, which only XMLHttpRequest supports. The response has only
 * the members that `api.ts` reads.
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
  request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
  const abort = () => request.abort();
  signal?.addEventListener('abort', abort);
  return new Promise<ReturnType<typeof answerOf>>((resolve, reject) => {
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new TypeError('The request got no answer'));
    request.onabort = () => reject(signal?.reason as Error);
    request.send(body);
  }).finally(() => signal?.removeEventListener('abort', abort));
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
    blob: async () => new Blob([body]),
    text: async () => text(),
    json: async () => JSON.parse(text()) as unknown,
  };
}
