import type { LoginAnswer } from '@bank/contracts/auth';
import { ApiError } from '@bank/client/api';
import { failureText, withMessage } from '@bank/client/call-failure';
import { useCallTexts } from '@bank/client/call-texts';
import { useWaitTexts } from './wait/texts';

/** Longer waits are shown in minutes. */
const longWaitSeconds = 120;

/** A call whose error has a message for people: the server's, the time to wait for `429`, or the fallback. */
export async function withUserMessage<T>(
  call: Promise<T>,
  fallback: string,
  unanswered = (reason: string) => reason,
): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, details } = error;
    const words = { failed: fallback, offline: unanswered(error.message) };
    const wait = status === 429 && details.retryAfterSeconds;
    throw withMessage(error, wait ? waitText(wait) : failureText(error, words));
  }
}

/**
 * A call that begins a session, with the message of `withUserMessage`. JSON that is not the bank's, as a network with a sign-in
 * page of its own may send it, is a failure: it would open nothing and say nothing. Without the server's words the catalogue's
 * stand first, also where nothing answers.
 */
export const beginSession = <T extends LoginAnswer>(call: Promise<T>, failed: string): Promise<T> =>
  withUserMessage(
    call.then((answer: Partial<Record<string, unknown>> | null) => {
      if (answer?.access_token ?? answer?.mfa_token) return answer as T;
      throw new ApiError(failed, 'UNREADABLE', 200);
    }),
    failed,
    (reason) => useCallTexts.translate('error.because', { failed, reason }),
  );

function waitText(seconds: number): string {
  return seconds < longWaitSeconds
    ? useWaitTexts.translate('seconds', { count: seconds })
    : useWaitTexts.translate('minutes', { count: Math.ceil(seconds / 60) });
}
