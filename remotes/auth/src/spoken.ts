import { ApiError } from '@bank/client/api';
import { useClientTexts } from '@bank/client/texts';
import { useTexts } from './texts';

/** From here on a wait is told in minutes. */
const longWaitSeconds = 120;

/**
 * A call whose failure has the words that the error catalogue gives it: the server's own, with how long to wait where
 * it says so, and otherwise the fallback.
 */
export async function spoken<T>(call: Promise<T>, fallback: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw new ApiError(fallback, 'INTERNAL', 0);
    const { code, status, fields, retryAfterSeconds } = error;
    const message =
      status === 429 && retryAfterSeconds
        ? waitText(retryAfterSeconds)
        : saidBy(error)
          ? error.message
          : fallback;
    throw new ApiError(message, code, status, fields, retryAfterSeconds);
  }
}

function waitText(seconds: number): string {
  return seconds < longWaitSeconds
    ? useTexts.translate('login.wait_seconds', { count: seconds })
    : useTexts.translate('login.wait_minutes', { count: Math.ceil(seconds / 60) });
}

/** Whether the words are the server's: the client puts a sentence of its own where an answer has none. */
const saidBy = ({ message }: ApiError) => message !== useClientTexts.translate('error.server');
