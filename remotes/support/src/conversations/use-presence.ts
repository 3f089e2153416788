import { useEffect } from 'react';
import { type ConversationList, presence } from '@bank/contracts/conversations';
import { signal, usePresenceChange } from './conversations.api';

/** Whether the person is available, of which the page sends a sign every few seconds as long as it is open. */
export function usePresence(list: ConversationList | undefined) {
  const changing = usePresenceChange();
  const isAvailable = list?.available ?? false;
  useEffect(() => {
    if (!isAvailable) return;
    // One that is lost is made up for by the next.
    const beat = () => void signal({ available: true }, true).catch(() => undefined);
    const timer = setInterval(beat, presence.everySeconds * 1_000);
    beat();
    return () => clearInterval(timer);
  }, [isAvailable]);
  return { isAvailable, changing };
}
