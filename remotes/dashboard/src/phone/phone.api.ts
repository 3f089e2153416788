import type { VerifyPhoneRequest } from '@bank/contracts/settings';
import { api } from '@bank/client/api';

/** Sends a code to the saved telephone number. */
export const requestCode = (idempotencyKey: string) =>
  api.post<void>('/settings/phone/code', undefined, { idempotencyKey });

/** Verifies the saved telephone number by the code that came. */
export const verifyPhone = (body: VerifyPhoneRequest) => api.post<void>('/settings/phone/verify', body);
