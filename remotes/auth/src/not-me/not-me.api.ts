import type { DisownSignInRequest } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { withUserMessage } from '../user-message';
import { useDisownTexts } from './texts';

/** Disowns a sign-in by the link that was mailed about it, once. */
export const disownSignIn = (body: DisownSignInRequest) =>
  withUserMessage(api.post<void>('/auth/not-me', body), useDisownTexts.translate('failed'));
