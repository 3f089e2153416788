import { api } from '@bank/client/api';
import type { Progress } from '@bank/client/fetch-with-progress';
import type { AttachmentStored, ContactRequest, TicketCreated } from '@bank/contracts/support';

/** Sends a message to support, once per key. */
export const sendTicket = (request: ContactRequest, idempotencyKey: string) =>
  api.post<TicketCreated>('/contact', request, { idempotencyKey });

/** Uploads a file that a message will refer to. */
export function sendAttachment(
  file: File,
  onProgress: (progress: Progress) => void,
): Promise<AttachmentStored> {
  const form = new FormData();
  form.append('file', file);
  return api.post<AttachmentStored>('/contact/attachments', form, { onProgress });
}
