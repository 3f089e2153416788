import { answerTo, type CallOptions, networkFailure } from './api';

/** How long a browser may take to begin saving: a phone asks the person first. */
const keepMilliseconds = 60_000;

/**
 * Fetches a file as the signed-in person, and has the browser save it under the name that the server gives it.
 * @throws ApiError as every call does, also when the connection ends before the file is whole.
 */
export async function download(path: string, options?: CallOptions): Promise<void> {
  const response = await answerTo('GET', path, undefined, options);
  const file = await response.blob().catch(() => {
    throw networkFailure();
  });
  saveFile(file, nameOf(response.headers.get('Content-Disposition')));
}

/** Has the browser save a file under a name. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), keepMilliseconds);
}

/** The plain name of a `Content-Disposition` (RFC 6266); without one the browser finds a name itself. */
const nameOf = (disposition: string | null) => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? '';
