import type { ChatLines } from '@bank/contracts/support';

// What was said in the chat, for the contact form on the same page. It leaves the page only when the person attaches it.
let lines: ChatLines = [];
const listeners = new Set<() => void>();

/** The newest lines that a message may carry (`chatLines`). */
const carried = 60;

export const keepSaid = (said: ChatLines) => {
  lines = said.slice(-carried);
  listeners.forEach((hear) => hear());
};

/** Calls back whenever something more was said, until the function that it answers is called. */
export const onSaid = (hear: () => void) => {
  listeners.add(hear);
  return () => listeners.delete(hear);
};

/** The conversation so far; undefined while the person has said nothing. */
export const readSaid = (): ChatLines | undefined =>
  lines.some(({ type }) => type === 'user') ? lines : undefined;
