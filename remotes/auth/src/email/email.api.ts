import type { ConfirmEmailRequest, VerifyEmailRequest } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { withUserMessage } from '../user-message';
import { useEmailTexts } from './texts';

/** Confirms a new e-mail address by its mailed link, once. */
export const confirmEmail = (body: ConfirmEmailRequest) =>
  withUserMessage(api.post<void>('/auth/email/confirm', body), useEmailTexts.translate('email.failed'));

/** Verifies the e-mail address of an account by its mailed link, once. */
export const verifyEmail = (body: VerifyEmailRequest) =>
  withUserMessage(api.post<void>('/auth/email/verify', body), useEmailTexts.translate('email.failed'));
