import type {
  NewestConversation,
  OpenConversationRequest,
  OwnConversation,
} from '@bank/contracts/conversations';
import { api } from '@bank/client/api';
import { useLiveApiQuery } from '@bank/client/api-query';
import { useQueryClient } from '@bank/client/query';

const conversationKey = ['support', 'conversation'];

/** The caller's newest conversation with a person, refetched as it goes on. */
export const useNewestConversation = (enabled: boolean) =>
  useLiveApiQuery<NewestConversation>(conversationKey, '/user/conversation', 'conversation', { enabled });

/** Stores a returned conversation in the cache. */
export function useConversationUpdate() {
  const queries = useQueryClient();
  return (conversation: OwnConversation) =>
    queries.setQueryData<NewestConversation>(conversationKey, { conversation });
}

/** Reads the conversation again, such as after it ended meanwhile. */
export function useConversationRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: conversationKey });
}

export const askForPerson = (request: OpenConversationRequest, idempotencyKey: string) =>
  api.post<OwnConversation>('/user/conversation', request, { idempotencyKey });

export const writeToPerson = (text: string, idempotencyKey: string) =>
  api.post<OwnConversation>('/user/conversation/messages', { text }, { idempotencyKey });

export const endConversation = () => api.post<OwnConversation>('/user/conversation/end');
