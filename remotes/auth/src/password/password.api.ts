import type { ForgotPasswordRequest, ResetPasswordRequest } from '@bank/contracts/auth';
import type { ChangePasswordRequest } from '@bank/contracts/settings';
import { api } from '@bank/client/api';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { withUserMessage } from '../user-message';
import { usePasswordTexts } from './texts';

/** Requests a link by mail, one for all tries of a request. The response does not reveal whether the address is known. */
export function useRequestResetLink() {
  const { keyFor, done } = useIdempotencyKey();
  return async (body: ForgotPasswordRequest) => {
    const idempotencyKey = keyFor(body);
    const call = api.post<void>('/auth/password/forgot', body, { idempotencyKey });
    await withUserMessage(call, usePasswordTexts.translate('forgot.failed'));
    done(idempotencyKey);
  };
}

/** Sets a new password by a mailed link, which ends all sessions of the person. */
export const setPassword = (body: ResetPasswordRequest) =>
  withUserMessage(api.post<void>('/auth/password/reset', body), usePasswordTexts.translate('reset.failed'));

/** Replaces the person's password, once for all tries of one request, which ends their other sessions. */
export function useChangePassword() {
  const { keyFor, done } = useIdempotencyKey();
  return async (body: ChangePasswordRequest) => {
    const idempotencyKey = keyFor(body);
    const call = api.post<void>('/settings/password', body, { idempotencyKey });
    await withUserMessage(call, usePasswordTexts.translate('reset.failed'));
    done(idempotencyKey);
  };
}
