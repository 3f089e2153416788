import type { FrameData } from '@bank/contracts/embed-frame';
import type { ApplicationState } from '@bank/contracts/partner-applications';
import { api, ApiError } from '@bank/client/api';
import { renewToken } from '@bank/frame/renew-token';

/** The state of an application; null for an id that the partner has no application with. */
export async function stateOf(data: FrameData, applicationId: string): Promise<ApplicationState | null> {
  const read = (token: string) =>
    api.post<ApplicationState>('/embed/application-state', {
      partner: data.partner,
      token,
      application_id: applicationId,
    });
  try {
    return await read(data.token);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'NOT_FOUND') return null;
    if (error.code !== 'FRAME_TOKEN_INVALID') throw error;
    return read((await renewToken(data)) ?? data.token);
  }
}
