import { wholeFile } from './answer-time';
import { complete, sendWithApproval, type CallOptions } from './api';

/** How long a browser may take to start saving: a phone asks the person first. */
const keepMilliseconds = 60_000;

/**
 * Fetches a file with the session's token and saves it under the server's file name.
 * @throws ApiError as every call, also when the connection ends before the file is complete.
 */
export async function download(path: string, options?: CallOptions): Promise<void> {
  const response = await sendWithApproval('GET', path, undefined, options);
  const file = await complete(wholeFile(response), options?.signal);
  saveFile(file, nameOf(response.headers.get('Content-Disposition')));
}

/** Starts the browser's download of a file under a name. */
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
