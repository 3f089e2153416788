import { embedProtocol } from './embed-frame';

/**
 * The messages between a widget's element and its frame; LIFECYCLE.md defines when they are sent. Without a library,
 * because the loader on partner pages contains a part of it.
 */

/** The version of the messages below. */
export const protocol = embedProtocol;

/** The supported versions: the current one and the previous one. */
export const supportedVersions = [protocol, protocol - 1];

/** The settings of a widget: its language tag, and its `theme` attribute as written. */
export interface Look {
  locale: string;
  theme: string;
}

/** The person's step in a widget, without any personal data. */
export type Step = 'conversation' | 'form' | 'sent' | 'done';

export type ToFrame =
  | ({ type: 'init' | 'look' } & Look)
  | { type: 'shown' }
  /** The page's attributes on the element of a tool, as the fragment of an address. */
  | { type: 'values'; fragment: string };

/** In the test mode the frame adds `test`. */
export type ToPage = (
  | { type: 'ready' | 'close' | 'theme' }
  | { type: 'height'; height: number }
  | { type: 'step'; step: Step }
  | { type: 'error'; code: 'origin' | 'key' | 'value' }
  | { type: 'complete'; applicationId?: string }
) & { test?: true };

export type Versioned<Message> = Message & { v: number };

/** The fields of each message to a frame, besides version and type; all are strings. */
const look = ['locale', 'theme'] as const;
const fieldsOf: Record<string, readonly string[]> = { init: look, look, shown: [], values: ['fragment'] };

/** The maximum length of a message's field, in characters. */
export const longest = 500;
/** Of all values of a tool together, percent-encoded. */
const longestFragment = 4_000;

/** The message to a frame, if it has a supported version and exactly the fields of its type, none too long. */
export function parse(data: unknown): Versioned<ToFrame> | undefined {
  const message = Object(data) as Record<string, unknown>;
  const { v, type } = message as Versioned<ToFrame>;
  const fields = Object.hasOwn(fieldsOf, type) && fieldsOf[type];
  const fits = (name: string) =>
    typeof message[name] === 'string' &&
    message[name].length <= (name === 'fragment' ? longestFragment : longest);
  const isKnown = fields && Object.keys(message).length === fields.length + 2 && fields.every(fits);
  return isKnown && supportedVersions.includes(v) ? (message as Versioned<ToFrame>) : undefined;
}
