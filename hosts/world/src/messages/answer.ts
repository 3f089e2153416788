import { type RailMessage, writeMessage } from '@bank/contracts/rails/messages';

/** An answer to a message: XML, a text for people, or nothing. */
export interface Answer {
  status: number;
  body: string;
  /** The sender gets no answer at all; the work is done. */
  silent?: boolean;
  /** The answer waits so long, ms. */
  delayMs?: number;
}

export const answerWith = (message: RailMessage): Answer => ({ status: 200, body: writeMessage(message) });

/** Taken, and answered later by a message of its own. */
export const taken: Answer = { status: 202, body: '' };

export const refused = (status: number, text: string): Answer => ({ status, body: text });

export const xmlType = 'application/xml; charset=utf-8';
/** By the first character: an answer is XML, JSON or a text. */
export function contentType({ body }: Answer): string {
  if (body.startsWith('<')) return xmlType;
  return body.startsWith('{') ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
}
