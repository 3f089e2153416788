import type { ConfirmEmailRequest } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { withUserMessage } from '../user-message';
import { useTexts } from '../texts';

/** Confirms a new e-mail address by its mailed link, once. */
export const confirmEmail = (body: ConfirmEmailRequest) =>
  withUserMessage(api.post<void>('/auth/email/confirm', body), useTexts.translate('email.failed'));
