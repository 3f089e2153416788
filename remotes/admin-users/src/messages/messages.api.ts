import type { AwaitingApproval } from '@bank/contracts/approvals';
import type {
  CountMessageRequest,
  CustomerMessage,
  CustomerMessageList,
  MessageCount,
  NewMessageRequest,
} from '@bank/contracts/customer-messages';
import { api } from '@bank/client/api';
import { useLiveApiQuery } from '@bank/client/api-query';
import { useQuery, useQueryClient } from '@bank/client/query';

const messagesKey = ['admin-users', 'messages'];

/** One page of the messages; refetched when a request is decided. */
export const useMessages = (page: number) =>
  useLiveApiQuery<CustomerMessageList>([...messagesKey, 'list', page], '/admin/messages', 'approval_queue', {
    query: { page },
    keepsPrevious: true,
  });

export const useMessage = (id: number) =>
  useLiveApiQuery<CustomerMessage>([...messagesKey, 'one', id], `/admin/messages/${id}`, 'approval_queue');

/** How many customers a message would go to; nothing changes. */
export const useMessageCount = (request: CountMessageRequest) =>
  useQuery<MessageCount>({
    queryKey: [...messagesKey, 'count', request],
    queryFn: ({ signal }) => api.post<MessageCount>('/admin/messages/count', request, { signal }),
  });

/** Refetches every list and message. */
export function useMessagesRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: messagesKey });
}

export const submitMessage = (request: NewMessageRequest, idempotencyKey: string) =>
  api.post<AwaitingApproval>('/admin/messages', request, { idempotencyKey });

export const stopMessage = (id: number) => api.post<CustomerMessage>(`/admin/messages/${id}/stop`);
