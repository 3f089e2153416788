import { type FrameData, frameElement } from '@bank/contracts/embed-frame';
import type { Applicant, EmbedSignup } from '@bank/contracts/partners';
import { api, ApiError, newIdempotencyKey } from '@bank/client/api';
import { spoken } from '../spoken';
import { useTexts } from '../texts';

/**
 * Sends applications from a partner's page. The same one sent again is the same application, with a fresh code; a frame
 * that has been open for too long asks for another token first.
 */
export function applicationsFrom(data: FrameData) {
  let { token } = data;
  let last = { request: '', key: '' };
  const send = (person: Applicant) => {
    const body = { ...person, partner: data.partner, token };
    const request = JSON.stringify(body);
    if (request !== last.request) last = { request, key: newIdempotencyKey() };
    return api.post<EmbedSignup>('/embed/signup', body, { idempotencyKey: last.key });
  };
  const sendRenewed = async (person: Applicant) => {
    try {
      return await send(person);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'FRAME_TOKEN_INVALID') throw error;
      token = (await freshToken(data)) ?? token;
      return send(person);
    }
  };
  return (person: Applicant) => spoken(sendRenewed(person), useTexts.translate('signup.failed'));
}

/** The token of this frame's own document, read again; undefined where there is none any more, for a revoked key. */
async function freshToken({ widget, partner, page }: FrameData): Promise<string | undefined> {
  try {
    const answer = await fetch(`/embed/frame/${widget}?partner=${partner}&page=${page}`, {
      cache: 'no-store',
    });
    const [, data = ''] = (await answer.text()).split(`id="${frameElement}">`);
    return (JSON.parse(data.split('</script>')[0]!) as FrameData).token;
  } catch {
    return undefined;
  }
}
