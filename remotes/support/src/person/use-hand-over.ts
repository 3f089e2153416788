import { useEffect, useState } from 'react';
import { useMutation } from '@bank/client/query';
import { useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { readTranscript } from '../chat/transcript';
import { forgetSecret, ownPlace, readSecret } from '../visitor/secret';
import { askForPerson, useConversationUpdate, useNewestConversation } from './person.api';

/** In place of a person's id. */
const visitor = 0;

/** Whether the chat shows the conversation with a person, which an open one does by itself, also after a reload. */
export function useHandOver() {
  const { user } = useSession();
  const known = useConversationUpdate();
  const intent = useIdempotencyKey();
  // Of a visitor, their open conversation is known by the secret of the tab.
  const [shownTo, setShownTo] = useState(() => (readSecret(ownPlace) === null ? undefined : visitor));
  const who = user?.id ?? visitor;
  const isShown = shownTo === who;
  const isSignedIn = user !== undefined;
  // A sign-in leaves none of it to the next visitor of this tab.
  useEffect(() => {
    if (isSignedIn) forgetSecret(ownPlace);
  }, [isSignedIn]);
  const { data } = useNewestConversation(isSignedIn);
  const asking = useMutation({
    mutationFn: async () => {
      const request = { lines: readTranscript() ?? [] };
      const key = intent.keyFor(request);
      known(await askForPerson(request, key));
      intent.done(key);
    },
  });
  const conversation = data?.conversation;
  if (!isShown && isSignedIn && conversation && conversation.state !== 'ended') setShownTo(who);
  const ask = () => {
    setShownTo(who);
    if (user) asking.mutate();
  };
  return { isShown, ask, asking, conversation, hide: () => setShownTo(undefined) };
}

export type HandOver = ReturnType<typeof useHandOver>;
