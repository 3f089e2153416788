import { z } from 'zod';
import { amount } from './money';
import { day, moment } from './time';
import { optional, rule } from './validation';

export const cardTypes = ['standard', 'premium', 'elite'] as const;
export const cardBrands = ['VISA', 'Mastercard'] as const;
export const cardStatuses = ['active', 'blocked', 'inactive'] as const;

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
  })
  .meta({ id: 'Card' });
export type Card = z.infer<typeof card>;

export const cardList = z.object({ cards: z.array(card) });
export type CardList = z.infer<typeof cardList>;

/** The card that a customer orders; by default a standard plastic one. */
export const createCardRequest = z.object({
  card_type: z.literal('debit'),
  type: optional(z.enum(cardTypes)),
  virtual: optional(z.boolean()),
});
export type CreateCardRequest = z.infer<typeof createCardRequest>;

export const cardCreated = z.object({ success: z.literal(true), card }).meta({ id: 'CardCreated' });
export type CardCreated = z.infer<typeof cardCreated>;

export const cardStatusRequest = z.object({ status: z.enum(['active', 'blocked']) });
export type CardStatusRequest = z.infer<typeof cardStatusRequest>;

/** The response to a change of a card's status: the changed card. */
export const cardChanged = z.object({ success: z.literal(true), card }).meta({ id: 'CardChanged' });
export type CardChanged = z.infer<typeof cardChanged>;

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
