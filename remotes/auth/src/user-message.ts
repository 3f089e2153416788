import { ApiError } from '@bank/client/api';
import { failureText, withMessage } from '@bank/client/call-failure';
import { useSignupTexts } from './signup/texts';

/** Longer waits are shown in minutes. */
const longWaitSeconds = 120;

/** A call whose error has a message for people: the server's, the time to wait for `429`, or the fallback. */
export async function withUserMessage<T>(call: Promise<T>, fallback: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, details } = error;
    const words = { failed: fallback, offline: error.message };
    const wait = status === 429 && details.retryAfterSeconds;
    throw withMessage(error, wait ? waitText(wait) : failureText(error, words));
  }
}

function waitText(seconds: number): string {
  return seconds < longWaitSeconds
    ? useSignupTexts.translate('wait_seconds', { count: seconds })
    : useSignupTexts.translate('wait_minutes', { count: Math.ceil(seconds / 60) });
}
