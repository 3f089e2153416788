import { type FrameData, frameElement } from '@bank/contracts/embed-frame';
import type { Applicant, EmbedSignup } from '@bank/contracts/partners';
import { api, ApiError, newIdempotencyKey } from '@bank/client/api';
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
    const body = { ...person, partner: data.partner, token };
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

/** A new token from this frame's document; undefined for a revoked key. */
async function renewToken({ widget, partner, page }: FrameData): Promise<string | undefined> {
  try {
    const response = await fetch(`/embed/frame/${widget}?partner=${partner}&page=${page}`, {
      cache: 'no-store',
    });
    const [, data = ''] = (await response.text()).split(`id="${frameElement}">`);
    return (JSON.parse(data.split('</script>')[0]!) as FrameData).token;
  } catch {
    return undefined;
  }
}
