import { useState } from 'react';
import { useMutation } from '@bank/client/query';
import { useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { readTranscript } from '../chat/transcript';
import { askForPerson, useConversationUpdate, useNewestConversation } from './person.api';

/** Whether the chat shows the conversation with a person, which an open one does by itself, also after a reload. */
export function useHandOver() {
  const { user } = useSession();
  const known = useConversationUpdate();
  const intent = useIdempotencyKey();
  const [isShown, setShown] = useState(false);
  const { data } = useNewestConversation(user !== undefined);
  const asking = useMutation({
    mutationFn: async () => {
      const request = { lines: readTranscript() ?? [] };
      known(await askForPerson(request, intent.keyFor(request)));
      intent.done();
    },
  });
  const conversation = data?.conversation;
  if (!isShown && conversation && conversation.state !== 'ended') setShown(true);
  const ask = () => {
    setShown(true);
    if (user) asking.mutate();
  };
  return { isShown, ask, asking, conversation, hide: () => setShown(false) };
}

export type HandOver = ReturnType<typeof useHandOver>;
