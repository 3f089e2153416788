import { ApiError } from './api';
import { useCallTexts } from './call-texts';

/** Whether there was no response, which has a message of its own in the error catalogue. */
export const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'NETWORK';

export interface CatalogueWords {
  /** When the server gave no sentence of its own. */
  failed: string;
  /** The message without a connection. Default: `failed`. */
  offline?: string;
  /** Shows `failed` even where the server sent a message, which then follows it. */
  isFixed?: boolean;
}

/** The message of a failed call: the server's, or else the catalogue's. */
export function failureText(error: unknown, { failed, offline = failed, isFixed }: CatalogueWords): string {
  if (!(error instanceof ApiError) || error.code === 'UNREADABLE') return failed;
  const { code, status, message: reason } = error;
  if (code === 'NETWORK') return offline;
  // Cancelling a prompt is not a failure.
  if (!isFixed || code === 'APPROVAL_REQUIRED') return reason;
  return status < 500 ? useCallTexts.translate('error.because', { failed, reason }) : failed;
}

/** The same failure with the message of `failureText`, for a form that shows the error's message. */
export function withUserMessage(error: unknown, words: CatalogueWords): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, status, fields, retryAfterSeconds } = error;
  return new ApiError(failureText(error, words), code, status, fields, retryAfterSeconds);
}
