import type { Session, SignupRequest } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { spoken } from '../spoken';
import { useTexts } from '../texts';

/** Opens an account and signs its owner in. */
export const signUp = (body: SignupRequest) =>
  spoken(api.post<Session>('/auth/signup', body), useTexts.translate('signup.failed'));
