import { z } from 'zod';
import { idParameter, pageQuery, pagination } from './pagination';
import { ticketCategories, ticketPriorities } from './support';
import { sliceOf, sliceRow } from './slices';
import { moment } from './time';
import { languages } from './language';
import { defaulting, digits, lines, optional, searchText } from './validation';
import { workHolders } from './work';

/** The lines before a message to support: with the assistant, and with a person of the bank, who has a `name`. */
export const transcript = z.array(
  z.object({
    type: z.enum(['user', 'bot', 'staff']),
    content: z.string(),
    timestamp: moment,
    name: z.string().optional(),
  }),
);
export type Transcript = z.infer<typeof transcript>;

/** A ticket is open, then answered, then closed; a closed one can be reopened. */
export const ticketStatuses = ['open', 'answered', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketListQuery = z.strictObject({
  ...pageQuery(20),
  status: defaulting(z.enum(['all', ...ticketStatuses]), 'open'),
  mine: defaulting(z.enum(workHolders), 'all'),
  /** The beginning of a reference or of an e-mail address. */
  search: optional(searchText(100)),
});
export type TicketListQuery = z.infer<typeof ticketListQuery>;

export const ticketSummary = z
  .object({
    id: z.int(),
    reference: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    category: z.enum(ticketCategories),
    priority: z.enum(ticketPriorities),
    subject: z.string(),
    status: z.enum(ticketStatuses),
    created_at: moment,
    /** The promised time of the answer (`responseHours`). */
    answer_by: moment,
  })
  .meta({ id: 'TicketSummary' });
export type TicketSummary = z.infer<typeof ticketSummary>;

/** The tickets of a status, the most urgent first; `open` counts all open ones. */
export const ticketList = z.object({
  tickets: z.array(ticketSummary),
  pagination,
  open: z.int(),
});
export type TicketList = z.infer<typeof ticketList>;

export const ticketAttachment = z
  .object({
    id: z.int(),
    name: z.string(),
    /** Bytes. */
    size: z.int(),
  })
  .meta({ id: 'TicketAttachment' });
export type TicketAttachment = z.infer<typeof ticketAttachment>;

export const ticketAnswer = z
  .object({
    id: z.int(),
    /** The administrator's name. */
    author: z.string(),
    message: z.string(),
    created_at: moment,
    /** When it was sent by e-mail; null until then. */
    mailed_at: moment.nullable(),
    /** Whether the bank stopped trying to send it; older servers do not know. */
    mail_failed: z.boolean().optional(),
  })
  .meta({ id: 'TicketAnswer' });
export type TicketAnswer = z.infer<typeof ticketAnswer>;

export const ticket = z
  .object({
    ...ticketSummary.shape,
    /** The sender, if signed in; null otherwise, regardless of the typed address. */
    customer: z.object({ id: z.int(), name: z.string(), email: z.string() }).nullable(),
    phone: z.string().nullable(),
    language: z.enum(languages),
    message: z.string(),
    conversation: transcript.nullable(),
    attachments: z.array(ticketAttachment),
    answers: z.array(ticketAnswer),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof ticket>;

/** A path's `{id}` and `{attachment}`. */
export const ticketAttachmentParameters = idParameter.extend({ attachment: idParameter.shape.id });

export const ticketAnswerRequest = z.object({ message: lines(5_000) });
export type TicketAnswerRequest = z.infer<typeof ticketAnswerRequest>;

/**
 * The newest answer that its author had read, 0 where there was none: after another one, nothing is sent unread. Not in the body:
 * a call that is repeated is the same one, whatever was read since.
 */
export const ticketAnswerQuery = z.strictObject({ seen: digits(optional(z.int().min(0))) });
export type TicketAnswerQuery = z.infer<typeof ticketAnswerQuery>;

/** `undo`: opening again undoes a closing, so that a ticket with an answer is an answered one as before. */
export const ticketStatusRequest = z.object({
  status: z.enum(['open', 'closed']),
  undo: defaulting(z.boolean(), false),
});
export type TicketStatusRequest = z.infer<typeof ticketStatusRequest>;

/** The same for several. */
export const ticketStatusSlice = ticketStatusRequest.extend({ rows: sliceOf(sliceRow) });
export type TicketStatusSlice = z.infer<typeof ticketStatusSlice>;
