import type { FrameData } from '@bank/contracts/embed-frame';
import type { Applicant, EmbedSignup } from '@bank/contracts/partners';
import { api, ApiError, newIdempotencyKey } from '@bank/client/api';
import { renewToken } from '@bank/frame/renew-token';
import { withUserMessage } from '../user-message';
import { useSignupTexts } from './texts';

/**
 * Returns a function that sends applications from a partner's page. The same data sent again is the same application with
 * a new code; an expired token is renewed first.
 */
export function createApplicationSender(data: FrameData) {
  let { token } = data;
  let last = { request: '', key: '' };
  const send = (person: Applicant) => {
    const { partner, reference } = data;
    const body = { ...person, partner, token, ...(reference && { reference }) };
    const request = JSON.stringify(body);
    if (request !== last.request) last = { request, key: newIdempotencyKey() };
    return api.post<EmbedSignup>('/embed/signup', body, { idempotencyKey: last.key });
  };
  const sendWithValidToken = async (person: Applicant) => {
    try {
      return await send(person);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'FRAME_TOKEN_INVALID') throw error;
      token = (await renewToken(data)) ?? token;
      return send(person);
    }
  };
  return (person: Applicant) =>
    withUserMessage(sendWithValidToken(person), useSignupTexts.translate('failed'));
}
