import { ApiError } from '@bank/client/api';
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
    if (!(error instanceof ApiError)) throw error;
    const { code, status, fields, retryAfterSeconds } = error;
    const ownWords = code === 'UNREADABLE' ? fallback : error.message;
    const message = status === 429 && retryAfterSeconds ? waitText(retryAfterSeconds) : ownWords;
    throw new ApiError(message, code, status, fields, retryAfterSeconds);
  }
}

function waitText(seconds: number): string {
  return seconds < longWaitSeconds
    ? useTexts.translate('login.wait_seconds', { count: seconds })
    : useTexts.translate('login.wait_minutes', { count: Math.ceil(seconds / 60) });
}
