import type { SignupRequest } from '@bank/contracts/auth';
import type { EmbedSignup } from '@bank/contracts/partners';
import { api, newIdempotencyKey } from '@bank/client/api';
import { spoken } from '../spoken';
import { useTexts } from '../texts';

/** Opens accounts from a partner's page; every try of the same request opens the same one. */
export function signUpsFor(partner: string) {
  let last = { request: '', key: '' };
  return async (person: SignupRequest): Promise<EmbedSignup> => {
    const body = { ...person, partner };
    const request = JSON.stringify(body);
    if (request !== last.request) last = { request, key: newIdempotencyKey() };
    const answer = await spoken(
      api.post<EmbedSignup>('/embed/signup', body, { idempotencyKey: last.key }),
      useTexts.translate('signup.failed'),
    );
    last = { request: '', key: '' };
    return answer;
  };
}
