import type { ChatLines } from '@bank/contracts/support';

// The conversation of the chat for the contact form on the same page; only sent if the person attaches it.
let lines: ChatLines = [];
const listeners = new Set<() => void>();

/** The maximum number of lines in a message (`chatLines`). */
const maxLines = 60;

export const saveTranscript = (conversation: ChatLines) => {
  lines = conversation.slice(-maxLines);
  listeners.forEach((notify) => notify());
};

/** Subscribes to new lines and returns the function that ends the subscription. */
export const onTranscript = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The conversation; undefined until the person writes. */
export const readTranscript = (): ChatLines | undefined =>
  lines.some(({ type }) => type === 'user') ? lines : undefined;
