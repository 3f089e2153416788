import { api, ApiError } from '@bank/client/api';
import type { Progress } from '@bank/client/fetch-with-progress';
import type { AttachmentStored, ContactRequest, TicketCreated } from '@bank/contracts/support';

/** Sends a message to support, once per key. JSON without a reference is not the bank's: nothing was sent. */
export async function sendTicket(request: ContactRequest, idempotencyKey: string): Promise<TicketCreated> {
  const answer = await api.post<Partial<TicketCreated> | null>('/contact', request, { idempotencyKey });
  if (answer?.ticketId) return { ...answer, ticketId: answer.ticketId };
  throw new ApiError('', 'UNREADABLE', 200);
}

/** Uploads a file that a message will refer to. */
export function sendAttachment(
  file: File,
  onProgress: (progress: Progress) => void,
): Promise<AttachmentStored> {
  const form = new FormData();
  form.append('file', file);
  return api.post<AttachmentStored>('/contact/attachments', form, { onProgress });
}
