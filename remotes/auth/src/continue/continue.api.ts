import type { Session } from '@bank/contracts/auth';
import type { ContinueRequest, PendingSignup } from '@bank/contracts/partners';
import { api } from '@bank/client/api';
import { spoken } from '../spoken';
import { useTexts } from '../texts';

/** The application that this browser brought from a partner's page. @throws ApiError CONTINUE_CODE_INVALID without one. */
export const readApplication = (signal: AbortSignal) => api.get<PendingSignup>('/auth/continue', { signal });

/** Opens its account. */
export const openAccount = (body: ContinueRequest) =>
  spoken(api.post<Session>('/auth/continue', body), useTexts.translate('signup.failed'));

/** Ends the session of whoever was signed in here until now; also when the server cannot be reached. */
export const endSession = () => api.post<void>('/auth/logout').catch(() => undefined);
