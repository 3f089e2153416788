import { z } from 'zod';
import { languages } from './language';
import { chatLines } from './support';
import { moment } from './time';
import { defaulting, lines } from './validation';

/** A conversation waits for a person of the bank, is answered by one, and ends: done, or as a ticket. */
export const conversationStates = ['waiting', 'live', 'ended'] as const;
export type ConversationState = (typeof conversationStates)[number];

/** A conversation with so many messages goes on as a ticket. */
export const conversationLimit = 200;
/** Of one person, or one visitor: conversations that they ask for within an hour, messages that they write within a minute. */
export const conversationsPerHour = 10;
export const conversationMessagesPerMinute = 20;

/**
 * How often the page of staff who are available sends a sign of it, and after which silence they count as gone, in seconds.
 * Browsers let a page in the background run once a minute.
 */
export const presence = { everySeconds: 15, goneAfterSeconds: 75 } as const;

/** Seconds within which a person must answer, unless the bank's setting `conversation_seconds` is another number. */
export const conversationSeconds = 120;

export const conversationLine = z
  .object({
    id: z.int(),
    from: z.enum(['customer', 'staff']),
    /** The writer's first name. */
    name: z.string(),
    text: z.string(),
    at: moment,
  })
  .meta({ id: 'ConversationLine' });
export type ConversationLine = z.infer<typeof conversationLine>;

const shared = {
  id: z.int(),
  state: z.enum(conversationStates),
  created_at: moment,
  /** By when a person must answer, or else it becomes a ticket; null while nobody waits for an answer. */
  answer_until: moment.nullable(),
  /** The resulting message to support; null while it is open, and when nothing was left to answer. */
  ticket: z.object({ id: z.int(), reference: z.string() }).nullable(),
  /** Oldest first. */
  lines: z.array(conversationLine),
};

/** A conversation as its customer sees it. */
export const ownConversation = z
  .object({
    ...shared,
    /** The first name of who answers; null until somebody does. */
    staff: z.string().nullable(),
  })
  .meta({ id: 'OwnConversation' });
export type OwnConversation = z.infer<typeof ownConversation>;

/** The newest of the last day. */
export const newestConversation = z.object({ conversation: ownConversation.nullable() });
export type NewestConversation = z.infer<typeof newestConversation>;

/** Asks for a person, with what was said to the assistant. */
export const openConversationRequest = z.object({ lines: defaulting(chatLines, []) });
export type OpenConversationRequest = z.infer<typeof openConversationRequest>;

export const conversationMessageRequest = z.object({ text: lines(2_000) });
export type ConversationMessageRequest = z.infer<typeof conversationMessageRequest>;

const person = z.object({ id: z.int(), name: z.string() });

export const conversationSummary = z
  .object({
    id: z.int(),
    state: z.enum(conversationStates),
    /** Null for a visitor. */
    customer: person.nullable(),
    /** A visitor's data as they entered it, and the partner whose page they are on; null for a customer. */
    visitor: z
      .object({ name: z.string().nullable(), email: z.string().nullable(), partner: z.string().nullable() })
      .nullable(),
    /** The member of staff who answers; null until somebody takes it. */
    staff: person.nullable(),
    language: z.enum(languages),
    created_at: moment,
    answer_until: moment.nullable(),
  })
  .meta({ id: 'ConversationSummary' });
export type ConversationSummary = z.infer<typeof conversationSummary>;

/** The open conversations, those that wait longest first, and whether the caller said to be available. */
export const conversationList = z.object({
  conversations: z.array(conversationSummary),
  available: z.boolean(),
  /** How many people are available, the caller included. */
  present: z.int(),
});
export type ConversationList = z.infer<typeof conversationList>;

export const staffConversation = z
  .object({
    ...conversationSummary.shape,
    ticket: shared.ticket,
    lines: shared.lines,
    /** The earlier lines of the customer with the assistant. */
    before: chatLines,
  })
  .meta({ id: 'StaffConversation' });
export type StaffConversation = z.infer<typeof staffConversation>;

export const presenceRequest = z.object({ available: z.boolean() });
export const presenceState = z.object({ available: z.boolean() }).meta({ id: 'PresenceState' });
export type PresenceRequest = z.infer<typeof presenceRequest>;

/** `ticket`: it goes on by e-mail. */
export const closeConversationRequest = z.object({ as: z.enum(['done', 'ticket']) });
export type CloseConversationRequest = z.infer<typeof closeConversationRequest>;
