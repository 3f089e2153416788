import { z } from 'zod';
import { amount } from './money';
import { why } from './next-step';
import { day, moment } from './time';
import { optional, rule } from './validation';
import { compact } from './invisible-marks';

export const cardTypes = ['standard', 'premium', 'elite'] as const;
export const cardBrands = ['VISA', 'Mastercard'] as const;
/** What a list shows and its holder switches: an ordered or shipped card is active, a lost or expired one inactive. */
export const cardStatuses = ['active', 'blocked', 'inactive'] as const;
/** Where a card is in its life; until `active`, plastic pays online only. */
export const cardStates = ['ordered', 'shipped', 'active', 'blocked', 'lost', 'expired'] as const;
export type CardState = (typeof cardStates)[number];

/** What a card may be used for, each switched on or off by its holder. */
export const cardChannels = ['online', 'contactless', 'cash', 'abroad'] as const;
export type CardChannel = (typeof cardChannels)[number];
export const channelSwitches = z
  .object({ online: z.boolean(), contactless: z.boolean(), cash: z.boolean(), abroad: z.boolean() })
  .meta({ id: 'CardChannels' });

/** What a card may spend, within its account's limits. */
export const cardLimits = z
  .object({ per_payment: amount, per_day: amount, per_month: amount, cash_per_day: amount })
  .meta({ id: 'CardLimits' });
export type CardLimits = z.infer<typeof cardLimits>;

/** A card as its holder sees it; only the last four digits of the number are shown. */
export const card = z
  .object({
    id: z.int(),
    card_number: z.string(),
    type: z.enum(cardTypes),
    brand: z.enum(cardBrands),
    status: z.enum(cardStatuses),
    virtual: z.boolean(),
    /** The last day on which the card is valid. */
    expiry_date: day,
    monthly_limit: amount,
    last_used: moment.nullable(),
    state: z.enum(cardStates),
    /** For one purchase: it ends with the first that is approved. */
    once: z.boolean(),
    limits: cardLimits,
    /** The account's, above which no limit of a card goes. */
    most: cardLimits,
    /** Those that the card's type gives it until its holder sets others; absent from older servers. */
    defaults: cardLimits.optional(),
    channels: channelSwitches,
    has_pin: z.boolean(),
    /** Three wrong PINs block the PIN; a new one lifts that. */
    pin_blocked: z.boolean(),
    /** The lost card that this one replaces. */
    replaces: z.int().nullable(),
    /** Its holder cannot lift the block. */
    blocked_by_bank: z.boolean(),
    /** When plastic that was ordered is sent at the latest. */
    ships_at: moment.nullable(),
    /** The day by which plastic that is not activated arrives. */
    arrives_by: day.nullable(),
    why,
  })
  .meta({ id: 'Card' });
export type Card = z.infer<typeof card>;

export const cardList = z.object({ cards: z.array(card) });
export type CardList = z.infer<typeof cardList>;

/** The card that a customer orders; by default a standard plastic VISA card. Only a virtual one is for one purchase. */
export const createCardRequest = z
  .object({
    card_type: z.literal('debit'),
    type: optional(z.enum(cardTypes)),
    virtual: optional(z.boolean()),
    brand: optional(z.enum(cardBrands)),
    once: optional(z.boolean()),
  })
  .refine(({ once, virtual }) => !once || virtual, { path: ['once'], error: rule('NOT_VALID') });
export type CreateCardRequest = z.infer<typeof createCardRequest>;

export const cardCreated = z.object({ success: z.literal(true), card }).meta({ id: 'CardCreated' });
export type CardCreated = z.infer<typeof cardCreated>;

export const cardStatusRequest = z.object({ status: z.enum(['active', 'blocked']) });
export type CardStatusRequest = z.infer<typeof cardStatusRequest>;

/** The response to a change of a card's status: the changed card. */
export const cardChanged = z.object({ success: z.literal(true), card }).meta({ id: 'CardChanged' });
export type CardChanged = z.infer<typeof cardChanged>;

/** Activation by who holds the plastic: the last four digits of its number. */
export const activateCardRequest = z.object({
  last_four: z
    .string()
    .overwrite(compact)
    .regex(/^\d{4}$/, rule('NOT_VALID')),
});
export type ActivateCardRequest = z.infer<typeof activateCardRequest>;

export { revealSeconds } from './card-reveal';

/** What is printed on a card; shown for a minute, stored and cached nowhere. `code` is the CVV for older screens. */
export const cardRevealed = z
  .object({
    number: z.string(),
    expiry: z.string(),
    /** Absent from older servers. */
    cvv: z.string().optional(),
    code: z.string(),
    expires_at: moment,
  })
  .meta({ id: 'CardRevealed' });
export type CardRevealed = z.infer<typeof cardRevealed>;

/** A new PIN of four digits; runs and repetitions such as 1234 and 0000 are refused. */
export const cardPinRequest = z.object({
  pin: z
    .string()
    .regex(/^\d{4}$/, rule('NOT_VALID'))
    .refine((pin) => !/^(\d)\1{3}$/.test(pin) && !'01234567890 09876543210'.includes(pin), rule('PIN_WEAK')),
});
export type CardPinRequest = z.infer<typeof cardPinRequest>;

const limit = amount.min(0);

/**
 * Limits and channels to change; what is absent stays, and null sets a limit back to the default. A channel is named under
 * `channels` or beside the limits.
 */
export const cardLimitsRequest = z
  .object({
    per_payment: limit.nullable(),
    per_day: limit.nullable(),
    per_month: limit.nullable(),
    cash_per_day: limit.nullable(),
    channels: channelSwitches.partial(),
    ...channelSwitches.shape,
  })
  .partial();
export type CardLimitsRequest = z.infer<typeof cardLimitsRequest>;

/**
 * A lost card, ended for good, and the one that was ordered in its place; null after too many new cards within a day, and for
 * plastic whose holder's identity is not approved.
 */
export const cardLost = z
  .object({ success: z.literal(true), card, replacement: card.nullable() })
  .meta({ id: 'CardLost' });
export type CardLost = z.infer<typeof cardLost>;

/** The maximum length of each track, with sentinels and check character (specification 2, section 9). */
export const trackLengths = { track1: 79, track2: 40, track3: 107, customData: 500 } as const;
export type TrackName = keyof typeof trackLengths;

/**
 * The content of a magnetic stripe, from start to end sentinel, with an optional check character: ISO/IEC 7813 for the
 * first two tracks (number, name, expiry month, service code), and for the third the digits and separators of ISO/IEC
 * 4909.
 */
const trackShapes = {
  track1: /^%B\d{8,19}\^[ -$&->@-\]_]{2,26}\^(\d\d(0[1-9]|1[0-2])|\^)(\d{3}|\^)[ -$&->@-\]_]*\?[ -_]?$/,
  track2: /^;\d{8,19}=(\d\d(0[1-9]|1[0-2])|=)(\d{3}|=)\d*\?[0-?]?$/,
  track3: /^[;+]\d{2,21}=[\d=]*\?[0-?]?$/,
};

const track = (name: keyof typeof trackShapes) =>
  optional(z.string().max(trackLengths[name]).regex(trackShapes[name], rule('TRACK')));

/** At least one of the four; the number in a track need not be the card's. */
export const writeCardRequest = z.object({
  cardId: z.int().positive(),
  track1: track('track1'),
  track2: track('track2'),
  track3: track('track3'),
  customData: optional(z.string().max(trackLengths.customData)),
});
export type WriteCardRequest = z.infer<typeof writeCardRequest>;

export const cardWritten = z.object({ reference: z.string() }).meta({ id: 'CardWritten' });
export type CardWritten = z.infer<typeof cardWritten>;
