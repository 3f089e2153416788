import type { Session } from '@bank/contracts/auth';
import type { ContinueRequest, PendingSignup } from '@bank/contracts/partners';
import { api } from '@bank/client/api';
import { withUserMessage } from '../user-message';
import { useSignupTexts } from '../signup/texts';

/** This browser's application from a partner's page. @throws ApiError CONTINUE_CODE_INVALID without one. */
export const readApplication = (signal: AbortSignal) => api.get<PendingSignup>('/auth/continue', { signal });

export const openAccount = (body: ContinueRequest) =>
  withUserMessage(api.post<Session>('/auth/continue', body), useSignupTexts.translate('failed'));

/** Ends the previous session in this browser; ignores failures. */
export const endSession = () => api.post<void>('/auth/logout').catch(() => undefined);
