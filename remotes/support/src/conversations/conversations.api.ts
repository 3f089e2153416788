import type {
  CloseConversationRequest,
  ConversationList,
  ConversationMessageRequest,
  PresenceRequest,
  StaffConversation,
} from '@bank/contracts/conversations';
import { api } from '@bank/client/api';
import { useLiveApiQuery, useRefreshingMutation } from '@bank/client/api-query';
import { useMutation, useQueryClient } from '@bank/client/query';

const conversationsKey = ['support', 'conversations'];
const listKey = [...conversationsKey, 'list'];
const oneKey = (id: number) => [...conversationsKey, 'one', id];

/** The open conversations, refetched when one is asked for, taken, written in or ended. */
export const useConversations = () =>
  useLiveApiQuery<ConversationList>(listKey, '/admin/conversations', 'conversation');

export const useConversation = (id: number) =>
  useLiveApiQuery<StaffConversation>(oneKey(id), `/admin/conversations/${id}`, 'conversation');

/** Stores a returned conversation in the cache and refetches the list. */
function useConversationUpdate() {
  const queries = useQueryClient();
  return (conversation: StaffConversation) => {
    queries.setQueryData(oneKey(conversation.id), conversation);
    void queries.invalidateQueries({ queryKey: listKey });
  };
}

/** A step of the work on a conversation; when it is refused, such as because a colleague was faster, all is read again. */
function useStep<Input>(step: (input: Input) => Promise<StaffConversation>) {
  const known = useConversationUpdate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSuccess: known,
    onError: () => void queries.invalidateQueries({ queryKey: conversationsKey }),
  });
}

export const useTaking = (id: number) =>
  useStep(() => api.post<StaffConversation>(`/admin/conversations/${id}/take`));

export const useClosing = (id: number) =>
  useStep((request: CloseConversationRequest) =>
    api.post<StaffConversation>(`/admin/conversations/${id}/close`, request),
  );

export function useAnswering(id: number) {
  const step = useStep(([request, idempotencyKey]: [ConversationMessageRequest, string]) =>
    api.post<StaffConversation>(`/admin/conversations/${id}/messages`, request, { idempotencyKey }),
  );
  return (request: ConversationMessageRequest, idempotencyKey: string) =>
    step.mutateAsync([request, idempotencyKey]);
}

/** Reports that the person is available, or that they leave; a repeated sign is not their activity. */
export const signal = (request: PresenceRequest, passive = false) =>
  api.put<PresenceRequest>('/admin/conversations/presence', request, { passive });

/** As `signal`, when the person chooses. */
export const usePresenceChange = () =>
  useRefreshingMutation(listKey, (available: boolean) => signal({ available }));
