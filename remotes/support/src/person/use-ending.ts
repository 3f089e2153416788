import { useMutation } from '@bank/client/query';
import { endConversation, useConversationUpdate } from './person.api';

export function useEnding() {
  const known = useConversationUpdate();
  return useMutation({ mutationFn: endConversation, onSuccess: known });
}
