import type { Leftover } from '../../platform/jobs/leftovers';

/** Attachments that no message refers to; `sweep-documents` removes their files. */
export const attachmentLeftovers: Leftover[] = [
  {
    statement: 'DELETE FROM ticket_attachments WHERE created_at < ? AND ticket_id IS NULL LIMIT ?',
    keptFor: 86_400_000,
  },
];
