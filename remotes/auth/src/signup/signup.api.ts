import type { Session, SignupRequest } from '@bank/contracts/auth';
import { api } from '@bank/client/api';
import { withUserMessage } from '../user-message';
import { useSignupTexts } from './texts';

export const signUp = (body: SignupRequest) =>
  withUserMessage(api.post<Session>('/auth/signup', body), useSignupTexts.translate('failed'));
