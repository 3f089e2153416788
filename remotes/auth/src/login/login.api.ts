import type { LoginAnswer, MfaRequest, Session } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { beginSession } from '../user-message';
import { useTexts } from '../texts';

/** The typed values of the sign-in. */
export interface Credentials {
  username: string;
  password: string;
}

/** The identifier may be the username or the e-mail address (specification 1, section 3). */
export const login = (identifier: string, password: string) =>
  beginSession(
    api.post<LoginAnswer>('/auth/login', { email: identifier, username: identifier, password }),
    useTexts.translate('login.failed'),
  );

export const verifyCode = (body: MfaRequest) =>
  beginSession(api.post<Session>('/auth/2fa', body), useTexts.translate('login.failed'));
