import type { Session } from '@bank/contracts/auth';
import type { ContinueRequest } from '@bank/contracts/partners';
import { api } from '@bank/client/api';

/** Exchanges the code of an address that a sign-up on a partner's page led to; it works once. */
export const goOn = (body: ContinueRequest) => api.post<Session>('/auth/continue', body);
