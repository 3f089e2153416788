import { z } from 'zod';
import {
  conversationLine,
  conversationMessageRequest,
  conversationStates,
  openConversationRequest,
} from './conversations';
import { publishableKey } from './partners';
import { moment } from './time';
import { email, personName } from './users';
import { optional, rule, text } from './validation';

/** Hours after which a visitor's secret is good for nothing, and minutes after the end of a conversation that awaits no address. */
export const visitorHours = 24;
export const visitorMinutesAfterEnd = 10;
/** Days after which a visitor's conversation is erased. */
export const visitorDays = 30;
/** Visitors who wait at once; any more are asked for an address instead, so that customers are not kept waiting by a flood. */
export const visitorsWaiting = 20;
/** How often a visitor's page reads the conversation, and one that is over and awaits an address, in seconds. */
export const visitorReadSeconds = 3;
export const visitorAwaitSeconds = 60;

/** 32 random bytes in base64url, made by the visitor's browser and held by its tab: it is the conversation's only key. */
const secret = z.string().regex(/^[\w-]{43}$/, rule('NOT_VALID'));
const held = z.object({ secret });

/** A visitor's name and e-mail address for the answer, with their consent to keep them. */
const visitor = z.object({
  name: optional(personName),
  email: optional(email),
  consent: z.literal(true, rule('REQUIRED')),
});
const address = visitor.extend({ email });
export type VisitorAddress = z.infer<typeof address>;

/** The form in which a visitor enters it: consent is required as soon as something is entered. */
const typed = z.object({ name: optional(personName), email: optional(email), consent: z.boolean() });
const consents = ({ name, email: mail, consent }: z.output<typeof typed>) =>
  consent || (name === undefined && mail === undefined);
export const visitorForm = {
  optional: typed.refine(consents, { path: ['consent'], message: rule('REQUIRED') }),
  required: typed.extend({ email, consent: z.literal(true, rule('REQUIRED')) }),
};
export type VisitorForm = z.input<typeof typed>;
export type VisitorFormValues = z.output<typeof typed>;

export const openVisitorConversationRequest = z.object({
  ...held.shape,
  ...openConversationRequest.shape,
  visitor: optional(visitor),
});
export type OpenVisitorConversationRequest = z.infer<typeof openVisitorConversationRequest>;

export const visitorConversationRequest = held;
export type VisitorConversationRequest = z.infer<typeof visitorConversationRequest>;

export const visitorMessageRequest = held.extend(conversationMessageRequest.shape);
export type VisitorMessageRequest = z.infer<typeof visitorMessageRequest>;

export const visitorAddressRequest = held.extend({ address });
export type VisitorAddressRequest = z.infer<typeof visitorAddressRequest>;

/** The same calls of a frame on a partner's page, with the page's key; asking also spends the token of the frame's document. */
const ofFrame = { partner: publishableKey };
export const openFrameConversationRequest = openVisitorConversationRequest.extend({
  ...ofFrame,
  token: text(200),
});
export const frameConversationRequest = visitorConversationRequest.extend(ofFrame);
export const frameMessageRequest = visitorMessageRequest.extend(ofFrame);
export const frameAddressRequest = visitorAddressRequest.extend(ofFrame);

/** A conversation as its visitor sees it. */
export const visitorConversation = z
  .object({
    state: z.enum(conversationStates),
    created_at: moment,
    /** By when a person must answer; null while nobody waits for an answer. */
    answer_until: moment.nullable(),
    /** The first name of who answers; null until somebody does. */
    staff: z.string().nullable(),
    /** The reference of the message to support that it became. */
    reference: z.string().nullable(),
    has_address: z.boolean(),
    /** Nobody answered, and it becomes a message to support as soon as an address is left. */
    awaits_address: z.boolean(),
    /** When the secret stops opening it. */
    expires_at: moment,
    /** Oldest first; none after the end, so that a secret that is found later opens nothing that was said. */
    lines: z.array(conversationLine),
  })
  .meta({ id: 'VisitorConversation' });
export type VisitorConversation = z.infer<typeof visitorConversation>;

/** Null when nobody is available and no address was left, and for a secret that opens none. */
export const visitorConversationAnswer = z
  .object({ conversation: visitorConversation.nullable() })
  .meta({ id: 'VisitorConversationAnswer' });
export type VisitorConversationAnswer = z.infer<typeof visitorConversationAnswer>;
