import { z } from 'zod';
import { pageQuery, pagination } from './pagination';
import { ticketAttachment, ticketStatuses } from './tickets';
import { ticketCategories } from './support';
import { moment } from './time';

export const ownTicketListQuery = z.strictObject(pageQuery(20));
export type OwnTicketListQuery = z.infer<typeof ownTicketListQuery>;

/** A message that its writer sent to support while signed in. */
export const ownTicketSummary = z
  .object({
    id: z.int(),
    reference: z.string(),
    category: z.enum(ticketCategories),
    subject: z.string(),
    status: z.enum(ticketStatuses),
    created_at: moment,
    /** The promised time of the answer. */
    answer_by: moment,
    /** Of the newest answer; null without one. */
    answered_at: moment.nullable(),
  })
  .meta({ id: 'OwnTicketSummary' });
export type OwnTicketSummary = z.infer<typeof ownTicketSummary>;

/** Newest first. */
export const ownTicketList = z.object({ tickets: z.array(ownTicketSummary), pagination });
export type OwnTicketList = z.infer<typeof ownTicketList>;

/** With its answers, the oldest first; who of the staff wrote them is not said. */
export const ownTicket = z
  .object({
    ...ownTicketSummary.shape,
    message: z.string(),
    attachments: z.array(ticketAttachment.pick({ id: true, name: true, size: true })),
    answers: z.array(z.object({ id: z.int(), message: z.string(), created_at: moment })),
  })
  .meta({ id: 'OwnTicket' });
export type OwnTicket = z.infer<typeof ownTicket>;
