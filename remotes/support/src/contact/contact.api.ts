import { api } from '@bank/client/api';
import type { Progress } from '@bank/client/fetch-with-progress';
import type { AttachmentStored, ContactRequest, TicketCreated } from '@bank/contracts/support';

/** Hands a request to support; the same key sends it once, however often it is tried. */
export const sendTicket = (request: ContactRequest, idempotencyKey: string) =>
  api.post<TicketCreated>('/contact', request, { idempotencyKey });

/** Sends a file that a message will name, and tells how much of it has left. */
export function sendAttachment(
  file: File,
  onProgress: (progress: Progress) => void,
): Promise<AttachmentStored> {
  const form = new FormData();
  form.append('file', file);
  return api.post<AttachmentStored>('/contact/attachments', form, { onProgress });
}
