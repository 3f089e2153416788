import { useReworded } from '@bank/i18n/texts';
import { ApiError } from './api';
import { useCallTexts } from './call-texts';

/** Whether there was no response, which has a message of its own in the error catalogue. */
export const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'NETWORK';

/** Whether the bank is at fault: its server failed, or its response is not one of the server's. */
export const isFault = (error: unknown) =>
  error instanceof ApiError && (error.code === 'INTERNAL' || error.code === 'UNREADABLE');

/** Whether the bank may have done what it did not answer about: no response, or its server failed. */
export const hasNoAnswer = (error: unknown) =>
  isOffline(error) || isFault(error) || (error instanceof ApiError && error.status >= 500);

export interface CatalogueWords {
  /** When the server gave no sentence of its own. */
  failed: string;
  /** The message without a connection. Default: `failed`. */
  offline?: string;
  /** Shows `failed` even where the server sent a message, which then follows it. */
  isFixed?: boolean;
}

/** The message of a failed call: the server's, or else the catalogue's, which the reference of a fault follows. */
export function failureText(error: unknown, { failed, offline = failed, isFixed }: CatalogueWords): string {
  if (!(error instanceof ApiError)) return failed;
  const { code, status, message: reason, details } = error;
  if (code === 'NETWORK') return offline;
  // Cancelling a prompt is not a failure.
  const isWhole = code !== 'UNREADABLE' && (!isFixed || code === 'APPROVAL_REQUIRED');
  if (isWhole) return reason;
  const because = () => useCallTexts.translate('error.because', { failed, reason });
  if (isFault(error)) return details.requestId === undefined ? failed : because();
  return status < 500 ? because() : failed;
}

/** `failureText` in a component, whose words follow the language: the server's reason does as well. */
export function useFailureText(error: unknown, words: CatalogueWords): string {
  const reason = useReworded(error instanceof ApiError ? error.message : undefined);
  return failureText(error instanceof ApiError ? withMessage(error, reason ?? '') : error, words);
}

/** The same failure with the message of `failureText`, for a form that shows the error's message. */
export function withUserMessage(error: unknown, words: CatalogueWords): unknown {
  return error instanceof ApiError ? withMessage(error, failureText(error, words)) : error;
}

/** The same failure with another message. */
export function withMessage(error: ApiError, message: string): ApiError {
  return new ApiError(message, error.code, error.status, error.details);
}
