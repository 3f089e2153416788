import type { ChatLines } from '@bank/contracts/support';

// What was said in the chat, for the contact form on the same page. It leaves the page only when the person attaches it.
let lines: ChatLines = [];

/** The newest lines that a message may carry (`chatLines`). */
const carried = 60;

export const keepSaid = (said: ChatLines) => {
  lines = said.slice(-carried);
};

/** The conversation so far; undefined while the person has said nothing. */
export const readSaid = (): ChatLines | undefined =>
  lines.some(({ type }) => type === 'user') ? lines : undefined;
