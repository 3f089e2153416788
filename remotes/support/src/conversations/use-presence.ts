import { useEffect } from 'react';
import { type ConversationList, presence } from '@bank/contracts/conversations';
import { useRefreshingMutation } from '@bank/client/api-query';
import { signal } from './conversations.api';

/** Whether the person is available, which the page says every few seconds as long as it is open. */
export function usePresence(list: ConversationList | undefined) {
  const changing = useRefreshingMutation(['admin', 'conversations', 'list'], (available: boolean) =>
    signal({ available }),
  );
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
