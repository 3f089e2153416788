import { api } from '@bank/client/api';
import type { ContactRequest, TicketCreated } from '@bank/contracts/support';

/** Hands a request to support; the same key sends it once, however often it is tried. */
export const sendTicket = (request: ContactRequest, idempotencyKey: string) =>
  api.post<TicketCreated>('/contact', request, { idempotencyKey });
