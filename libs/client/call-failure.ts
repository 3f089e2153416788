import { ApiError } from './api';
import { useCallTexts } from './call-texts';

/** Whether the server never answered, which the error catalogue words differently from a refusal. */
export const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'NETWORK';

interface CatalogueWords {
  /** When the server gave no sentence of its own. */
  failed: string;
  /** When it was not reached; what `failed` says, if that is all there is to say. */
  offline?: string;
  /** The catalogue gives no sentence of the server's: why it refused only follows what `failed` says. */
  isFixed?: boolean;
}

/** What a person reads when a call of theirs failed: the server's sentence, or else the catalogue's. */
export function failureText(error: unknown, { failed, offline = failed, isFixed }: CatalogueWords): string {
  if (!(error instanceof ApiError) || error.code === 'UNREADABLE') return failed;
  const { code, status, message: reason } = error;
  if (code === 'NETWORK') return offline;
  // Who gives no proof has changed their mind: nothing failed.
  if (!isFixed || code === 'PROOF_REQUIRED') return reason;
  return status < 500 ? useCallTexts.translate('error.because', { failed, reason }) : failed;
}

/** The same failure in the words of `failureText`, for a form that shows the error's message. */
export function inWordsOf(error: unknown, words: CatalogueWords): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, status, fields, retryAfterSeconds } = error;
  return new ApiError(failureText(error, words), code, status, fields, retryAfterSeconds);
}
