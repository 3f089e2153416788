import { useState } from 'react';
import { failureText } from '@bank/client/call-failure';
import { useMutation } from '@bank/client/query';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { endConversation, useConversationRefresh, useConversationUpdate, writeToPerson } from './person.api';
import { usePersonTexts } from './texts';

/** Writes in the conversation, once however often it is tried; what did not go can be sent again. */
export function useWriting() {
  const { t } = usePersonTexts();
  const known = useConversationUpdate();
  const refresh = useConversationRefresh();
  const intent = useIdempotencyKey();
  const [unsent, setUnsent] = useState<{ text: string; failure: string }>();
  const write = async (typed: string) => {
    const text = typed.trim();
    setUnsent(undefined);
    const key = intent.keyFor(text);
    try {
      known(await writeToPerson(text, key));
      intent.done(key);
    } catch (error) {
      setUnsent({ text, failure: failureText(error, { failed: t('write_failed', { text }) }) });
      // It may have ended meanwhile.
      void refresh();
    }
  };
  return {
    write: (text: string) => void write(text),
    retry: () => void write(unsent?.text ?? ''),
    failure: unsent?.failure,
  };
}

export function useEnding() {
  const known = useConversationUpdate();
  return useMutation({ mutationFn: endConversation, onSuccess: known });
}
