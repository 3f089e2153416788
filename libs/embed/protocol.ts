import { embedProtocol } from '@bank/contracts/embed-frame';

/**
 * What a widget's element and its frame say to each other; LIFECYCLE.md tells when. Written by hand and without a
 * library, because the loader on partners' pages carries it too.
 */

/** The version of the messages below. */
export const protocol = embedProtocol;

/** The versions that one side speaks: its own and the one before it. */
export const spoken = [protocol, protocol - 1];

/** How a page wants a widget: its language tag, and its `theme` attribute as written. */
export interface Look {
  locale: string;
  theme: string;
}

/** Where a person is in a widget, never what of them. */
export type Step = 'conversation' | 'form' | 'sent' | 'done';

export type ToFrame = ({ type: 'init' | 'look' } & Look) | { type: 'shown' };

export type ToPage =
  | { type: 'ready' | 'close' }
  | { type: 'height'; height: number }
  | { type: 'step'; step: Step }
  | { type: 'complete'; applicationId: string };

export type Versioned<Message> = Message & { v: number };

/** The fields of each message, beside its version and its type. */
type Fields = Record<string, 'string' | 'number'>;
type Shapes = Record<string, Fields>;

const look = { locale: 'string', theme: 'string' } as const;

export const toFrame: Shapes = { init: look, look, shown: {} };
export const toPage: Shapes = {
  ready: {},
  close: {},
  height: { height: 'number' },
  step: { step: 'string' },
  complete: { applicationId: 'string' },
};

/** The longest field of a message, in characters. */
export const longest = 500;

/** The message, if it has exactly the fields of a known one, none too long, in a version that is spoken here. */
export function parse<Message>(shapes: Shapes, data: unknown): Versioned<Message> | undefined {
  const message = Object(data) as Record<string, unknown>;
  const fields =
    spoken.includes(message.v as number) &&
    Object.hasOwn(shapes, message.type as string) &&
    shapes[message.type as string];
  const names = Object.keys(fields || {});
  const fits = (name: string) =>
    typeof message[name] === (fields as Fields)[name] && String(message[name]).length <= longest;
  if (fields && Object.keys(message).length === names.length + 2 && names.every(fits))
    return message as Versioned<Message>;
}
