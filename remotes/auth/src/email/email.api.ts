import type { ConfirmEmailRequest } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { spoken } from '../spoken';
import { useTexts } from '../texts';

/** Makes the new e-mail address of a mailed link count, once. */
export const confirmEmail = (body: ConfirmEmailRequest) =>
  spoken(api.post<void>('/auth/email/confirm', body), useTexts.translate('email.failed'));
