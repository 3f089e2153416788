import type { Session, SignupRequest } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { beginSession } from '../user-message';
import { useSignupTexts } from './texts';

export const signUp = (body: SignupRequest) =>
  beginSession(api.post<Session>('/auth/signup', body), useSignupTexts.translate('failed'));
