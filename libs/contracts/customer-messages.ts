import { z } from 'zod';
import { languages } from './language';
import { digits, lines, optional, text, defaulting } from './validation';
import { pageQuery, pagination } from './pagination';
import { namedDay } from './named-day';
import { moment } from './time';

/** `marketing` goes only to those who agreed to it in their settings, and can be unsubscribed from by one click. */
export const messagePurposes = ['service', 'marketing'] as const;
export type MessagePurpose = (typeof messagePurposes)[number];

/** The ways a message goes beside the list of notifications, in which each is. */
export const messageChannels = ['push', 'email', 'sms'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** The products of a customer. */
export const messageProducts = ['all', 'card', 'other_currency', 'standing_order'] as const;

/** The recipients of a message: customers who match all of it. */
export const messageSegment = z.object({
  level: defaulting(z.enum(['all', 'approved', 'not_approved']), 'all'),
  language: defaulting(z.enum(['all', ...languages]), 'all'),
  /** As customers wrote it in their address. */
  country: optional(text(60)),
  product: defaulting(z.enum(messageProducts), 'all'),
  /** Days of Paris on which the account was opened, both included. */
  joined_from: optional(namedDay),
  joined_to: optional(namedDay),
});
export type MessageSegment = z.infer<typeof messageSegment>;

/** Messages a minute. */
export const messagePace = { least: 1, most: 6_000 } as const;

const words = {
  purpose: z.enum(messagePurposes),
  segment: messageSegment,
  channels: z.array(z.enum(messageChannels)).max(messageChannels.length),
};

export const countMessageRequest = z.object({ purpose: words.purpose, segment: words.segment });
export type CountMessageRequest = z.infer<typeof countMessageRequest>;

/** How many customers a message would go to; extrapolated from the newest customers in a large bank. */
export const messageCount = z.object({ count: z.int(), estimated: z.boolean() }).meta({ id: 'MessageCount' });
export type MessageCount = z.infer<typeof messageCount>;

export const newMessageRequest = z.object({
  ...words,
  title_fr: text(120),
  title_en: text(120),
  text_fr: lines(1_000),
  text_en: lines(1_000),
  per_minute: digits(z.int().min(messagePace.least).max(messagePace.most)),
});
export type NewMessageRequest = z.infer<typeof newMessageRequest>;

/** `refused`: by the second person, or not approved in time. */
export const messageStates = ['awaiting', 'refused', 'sending', 'sent', 'stopped'] as const;
export type MessageState = (typeof messageStates)[number];

export const deliveryOutcomes = ['delivered', 'unreachable'] as const;

export const customerMessage = z
  .object({
    id: z.int(),
    purpose: words.purpose,
    state: z.enum(messageStates),
    title: z.object({ fr: z.string(), en: z.string() }),
    text: z.object({ fr: z.string(), en: z.string() }),
    segment: messageSegment,
    channels: words.channels,
    per_minute: z.int(),
    author: z.string(),
    created_at: moment,
    started_at: moment.nullable(),
    finished_at: moment.nullable(),
    /** Customers in whose notifications it is. */
    recipients: z.int(),
    /** The results by channel: accepted by the counterpart, or impossible for a person. */
    report: z.array(
      z.object({ channel: z.enum(messageChannels), outcome: z.enum(deliveryOutcomes), count: z.int() }),
    ),
  })
  .meta({ id: 'CustomerMessage' });
export type CustomerMessage = z.infer<typeof customerMessage>;

export const customerMessageListQuery = z.strictObject(pageQuery(20));
export type CustomerMessageListQuery = z.infer<typeof customerMessageListQuery>;
export const customerMessageList = z.object({
  messages: z.array(customerMessage),
  pagination,
  /** The ways that are configured here. */
  channels: z.array(z.enum(messageChannels)),
});
export type CustomerMessageList = z.infer<typeof customerMessageList>;

/** Of an unsubscribing link: the person and the message, signed. */
export const unsubscribeRequest = z.object({ token: text(200) });
export type UnsubscribeRequest = z.infer<typeof unsubscribeRequest>;
export const unsubscribed = z.object({ success: z.literal(true) });
