import type { Session, SignupRequest } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { beginning } from '../user-message';
import { useSignupTexts } from './texts';

export const signUp = (body: SignupRequest) =>
  beginning(api.post<Session>('/auth/signup', body), useSignupTexts.translate('failed'));
