import { embedProtocol } from './embed-frame';

/**
 * What a widget's element and its frame say to each other; LIFECYCLE.md tells when. Without a library, because the loader
 * on partners' pages carries a part of it.
 */

/** The version of the messages below. */
export const protocol = embedProtocol;

/** The versions that one side speaks: its own and the one before it. */
export const supportedVersions = [protocol, protocol - 1];

/** How a page wants a widget: its language tag, and its `theme` attribute as written. */
export interface Look {
  locale: string;
  theme: string;
}

/** Where a person is in a widget, never what of them. */
export type Step = 'conversation' | 'form' | 'sent' | 'done';

export type ToFrame = ({ type: 'init' | 'look' } & Look) | { type: 'shown' };

export type ToPage =
  | { type: 'ready' | 'close' | 'theme' }
  | { type: 'height'; height: number }
  | { type: 'step'; step: Step }
  | { type: 'error'; code: 'origin' | 'key' }
  | { type: 'complete'; applicationId: string };

export type Versioned<Message> = Message & { v: number };

/** The fields of each message to a frame, beside its version and its type: texts, all of them. */
const look = ['locale', 'theme'] as const;
const fieldsOf: Record<string, readonly string[]> = { init: look, look, shown: [] };

/** The longest field of a message, in characters. */
export const longest = 500;

/** The message to a frame, if it has exactly the fields of one, none too long, in a version that is spoken here. */
export function parse(data: unknown): Versioned<ToFrame> | undefined {
  const message = Object(data) as Record<string, unknown>;
  const { v, type } = message as Versioned<ToFrame>;
  const fields = Object.hasOwn(fieldsOf, type) && fieldsOf[type];
  const fits = (name: string) => typeof message[name] === 'string' && message[name].length <= longest;
  const isKnown = fields && Object.keys(message).length === fields.length + 2 && fields.every(fits);
  return isKnown && supportedVersions.includes(v) ? (message as Versioned<ToFrame>) : undefined;
}
