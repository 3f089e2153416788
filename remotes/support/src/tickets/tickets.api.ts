import type {
  Ticket,
  TicketAnswerRequest,
  TicketList,
  TicketListQuery,
  TicketStatusRequest,
} from '@bank/contracts/tickets';
import { api } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@bank/client/query';

const ticketsKey = ['admin', 'tickets'];
const oneKey = (id: number) => [...ticketsKey, 'one', id];
const listKey = [...ticketsKey, 'list'];

type ListQuery = Pick<TicketListQuery, 'page'> & { status: string; search: string };

/** One page of tickets; without a filter, open ones. */
export const useTickets = (query: ListQuery) =>
  useQuery({
    queryKey: [...listKey, query],
    queryFn: ({ signal }) => api.get<TicketList>('/admin/tickets', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });

/** One ticket, refetched when another administrator changes a ticket. */
export function useTicket(id: number) {
  useLiveRefresh('ticket_queue', oneKey(id));
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => api.get<Ticket>(`/admin/tickets/${id}`, { signal }),
  });
}

/** Stores a returned ticket in the cache and refetches the lists. */
export function useTicketUpdate() {
  const queries = useQueryClient();
  return (ticket: Ticket) => {
    queries.setQueryData(oneKey(ticket.id), ticket);
    void queries.invalidateQueries({ queryKey: listKey });
  };
}

export const answerTicket = (id: number, request: TicketAnswerRequest, idempotencyKey: string) =>
  api.post<Ticket>(`/admin/tickets/${id}/answers`, request, { idempotencyKey });

export function useTicketStatus(id: number) {
  const known = useTicketUpdate();
  return useMutation({
    mutationFn: (request: TicketStatusRequest) => api.put<Ticket>(`/admin/tickets/${id}/status`, request),
    onSuccess: known,
  });
}

export const readAttachment = (ticketId: number, id: number) =>
  api.file(`/admin/tickets/${ticketId}/attachments/${id}`);
