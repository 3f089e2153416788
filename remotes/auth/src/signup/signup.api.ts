import type { Session, SignupRequest } from '@bank/contracts/auth';
import { api, ApiError } from '@bank/client/api';
import { hasNoAnswer } from '@bank/client/call-failure';
import { login } from '../login/login.api';
import { beginSession } from '../user-message';
import { useSignupTexts } from './texts';

/** The last request without an answer, whose account may be open. It holds the password: only until somebody is in. */
let unanswered: string | undefined;

/** Opens an account. One that an earlier try opened, whose answer was lost, is entered by its own password. */
export async function signUp(body: SignupRequest): Promise<Session> {
  const request = JSON.stringify(body);
  const opening = beginSession(api.post<Session>('/auth/signup', body), useSignupTexts.translate('failed'));
  const session = await opening.catch(async (error: unknown) => {
    const isTaken = error instanceof ApiError && error.status === 409;
    const earlier = isTaken && unanswered === request && (await sessionOf(body));
    if (earlier) return earlier;
    if (hasNoAnswer(error)) unanswered = request;
    throw error;
  });
  unanswered = undefined;
  return session;
}

/** The session of an account that is the person's; nothing where it is somebody else's. */
async function sessionOf({ username, password }: SignupRequest): Promise<Session | undefined> {
  const answer = await login(username, password).catch(() => undefined);
  return answer && 'access_token' in answer ? answer : undefined;
}
