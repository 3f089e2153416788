import { z } from 'zod';
import { moment } from './time';
import { email, personName, phone } from './users';
import { defaulting, optional, rule, text } from './validation';

export const ticketCategories = [
  'account',
  'cards',
  'transactions',
  'kyc',
  'security',
  'technical',
  'other',
] as const;

/** Hours within which support answers, by priority (specification 2, section 9). */
export const responseHours = { low: 72, normal: 24, high: 4, urgent: 1 } as const;
export const ticketPriorities = Object.keys(responseHours) as [
  keyof typeof responseHours,
  ...(keyof typeof responseHours)[],
];

/** The maximum number of files of a message, and bytes of each. They are uploaded before it, one by one. */
export const attachmentLimits = { files: 5, fileBytes: 10 * 1024 * 1024 } as const;

/** The multipart form of one file, for the API description. */
export const attachmentUpload = z.object({ file: z.string().meta({ format: 'binary' }) });

/** An uploaded file, kept for a day until a message refers to its `id`. */
export const attachmentStored = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Bytes. */
    size: z.int(),
  })
  .meta({ id: 'AttachmentStored' });
export type AttachmentStored = z.infer<typeof attachmentStored>;

/** The conversation with the assistant, attached to a message if the person agrees. */
export const chatLines = z
  .array(z.object({ type: z.enum(['user', 'bot']), content: z.string().max(2_000), timestamp: moment }))
  .max(60);
export type ChatLines = z.infer<typeof chatLines>;

export const contactRequest = z.object({
  firstName: personName,
  lastName: personName,
  email,
  phone: optional(phone),
  category: z.enum(ticketCategories),
  priority: defaulting(z.enum(ticketPriorities), 'normal'),
  subject: text(200),
  message: z.string().trim().min(1, rule('REQUIRED')).max(5_000),
  attachments: defaulting(
    z.array(z.string().regex(/^[0-9a-f]{32}$/, rule('NOT_VALID'))).max(attachmentLimits.files),
    [],
  ),
  conversation: optional(chatLines),
});
export type ContactRequest = z.infer<typeof contactRequest>;

export const ticketCreated = z.object({ ticketId: z.string() }).meta({ id: 'TicketCreated' });
export type TicketCreated = z.infer<typeof ticketCreated>;
