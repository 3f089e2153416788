import type { ForgotPasswordRequest, ResetPasswordRequest } from '@bank/contracts/auth';
import type { ChangePasswordRequest } from '@bank/contracts/settings';
import { api } from '@bank/client/api';
import { spoken } from '../spoken';
import { useTexts } from '../texts';

/** Asks for a link by mail. The answer is the same whoever the address belongs to. */
export const askForLink = (body: ForgotPasswordRequest) =>
  spoken(api.post<void>('/auth/password/forgot', body), useTexts.translate('forgot.failed'));

/** Sets a new password by a mailed link, which ends every session of the person. */
export const setPassword = (body: ResetPasswordRequest) =>
  spoken(api.post<void>('/auth/password/reset', body), useTexts.translate('reset.failed'));

/** Sets a person's own password in place of the one they have; their other sessions end. */
export const changePassword = (body: ChangePasswordRequest) =>
  spoken(api.post<void>('/settings/password', body), useTexts.translate('reset.failed'));
