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

/** One page of the tickets; an empty filter is the same as none, which lists those that wait. */
export const useTickets = (query: ListQuery) =>
  useQuery({
    queryKey: [...listKey, query],
    queryFn: ({ signal }) => api.get<TicketList>('/admin/tickets', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });

/** One ticket, asked for again when another administrator did something to a ticket. */
export function useTicket(id: number) {
  useLiveRefresh('ticket_queue', oneKey(id));
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => api.get<Ticket>(`/admin/tickets/${id}`, { signal }),
  });
}

/** Shows a ticket as the server last answered it, and has the lists asked for anew. */
export function useTicketKnown() {
  const queries = useQueryClient();
  return (ticket: Ticket) => {
    queries.setQueryData(oneKey(ticket.id), ticket);
    void queries.invalidateQueries({ queryKey: listKey });
  };
}

/** Answers a ticket by e-mail; the same key does it once. */
export const answerTicket = (id: number, request: TicketAnswerRequest, idempotencyKey: string) =>
  api.post<Ticket>(`/admin/tickets/${id}/answers`, request, { idempotencyKey });

/** Closes a ticket or opens it again. */
export function useTicketStatus(id: number) {
  const known = useTicketKnown();
  return useMutation({
    mutationFn: (request: TicketStatusRequest) => api.put<Ticket>(`/admin/tickets/${id}/status`, request),
    onSuccess: known,
  });
}

/** A file of a ticket. */
export const readAttachment = (ticketId: number, id: number) =>
  api.file(`/admin/tickets/${ticketId}/attachments/${id}`);
