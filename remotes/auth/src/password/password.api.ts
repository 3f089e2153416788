import type { ForgotPasswordRequest, ResetPasswordRequest } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { spoken } from '../spoken';
import { useTexts } from '../texts';

/** Asks for a link by mail. The answer is the same whoever the address belongs to. */
export const askForLink = (body: ForgotPasswordRequest) =>
  spoken(api.post<void>('/auth/password/forgot', body), useTexts.translate('forgot.failed'));

/** Sets a new password by a mailed link, which ends every session of the person. */
export const setPassword = (body: ResetPasswordRequest) =>
  spoken(api.post<void>('/auth/password/reset', body), useTexts.translate('reset.failed'));
