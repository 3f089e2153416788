import type { LoginAnswer, MfaRequest, Session } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { spoken } from '../spoken';
import { useTexts } from '../texts';

/** Signs in by what was typed, which may be either name of the account (specification 1, section 3). */
export const login = (identifier: string, password: string) =>
  spoken(
    api.post<LoginAnswer>('/auth/login', { email: identifier, username: identifier, password }),
    useTexts.translate('login.failed'),
  );

/** Completes a sign-in with a one-time code or a recovery code. */
export const verifyCode = (body: MfaRequest) =>
  spoken(api.post<Session>('/auth/2fa', body), useTexts.translate('login.failed'));
