import { useState } from 'react';
import { newIdempotencyKey } from '@bank/client/api';

export interface Unsent {
  text: string;
  key: string;
  error: unknown;
}

/**
 * The messages that a person writes in a conversation: each counts once however often it is tried, and those that did not
 * go stay until they do, whatever is written meanwhile.
 */
export function useMessages(send: (text: string, key: string) => Promise<unknown>) {
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  const write = async (typed: string) => {
    const text = typed.trim();
    const key = unsent.find((each) => each.text === text)?.key ?? newIdempotencyKey();
    setUnsent((all) => all.filter((each) => each.key !== key));
    await send(text, key).catch((error: unknown) => setUnsent((all) => [...all, { text, key, error }]));
  };
  return { write: (text: string) => void write(text), unsent };
}
