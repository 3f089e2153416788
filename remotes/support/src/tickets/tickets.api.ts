import type {
  Ticket,
  TicketAnswerRequest,
  TicketList,
  TicketListQuery,
  TicketStatusRequest,
  TicketStatusSlice,
  TicketSummary,
} from '@bank/contracts/tickets';
import type { SliceOutcome } from '@bank/contracts/slices';
import { api } from '@bank/client/api';
import { useLiveApiQuery, useRefresh } from '@bank/client/api-query';
import { fetchEachPage } from '@bank/client/selection';
import { useMutation, useQueryClient } from '@bank/client/query';

const ticketsKey = ['support', 'tickets'];
const oneKey = (id: number) => [...ticketsKey, 'one', id];
const listKey = [...ticketsKey, 'list'];

type ListQuery = Pick<TicketListQuery, 'page'> & { status: string; search: string; mine: string };

/** One page of tickets; without a filter, open ones. Refetched only after a gap in the live events: rows do not move. */
export const useTickets = (query: ListQuery) =>
  useLiveApiQuery<TicketList>([...listKey, query], '/admin/tickets', [], {
    query: { ...query },
    keepsPrevious: true,
  });

/** The tickets of every page that match. */
export const fetchMatching = (query: Omit<ListQuery, 'page'>): Promise<TicketSummary[]> =>
  fetchEachPage(async (page) => {
    const { tickets, pagination } = await api.get<TicketList>('/admin/tickets', {
      query: { ...query, ...page },
    });
    return { rows: tickets, pages: pagination.pages };
  });

/** Reads the lists of tickets again. */
export const useListRefresh = () => useRefresh(listKey);

/** One ticket, refetched when another administrator changes a ticket. */
export const useTicket = (id: number) =>
  useLiveApiQuery<Ticket>(oneKey(id), `/admin/tickets/${id}`, 'ticket_queue');

/** Reads a ticket again. */
export const useTicketRefresh = (id: number) => useRefresh(oneKey(id));

/** Stores a returned ticket in the cache and refetches the lists. */
export function useTicketUpdate() {
  const queries = useQueryClient();
  return (ticket: Ticket) => {
    queries.setQueryData(oneKey(ticket.id), ticket);
    void queries.invalidateQueries({ queryKey: listKey });
  };
}

/** @param seen the newest answer that was read, 0 without one */
export const answerTicket = (
  id: number,
  request: TicketAnswerRequest,
  { seen, ...options }: { seen: number; idempotencyKey: string },
) => api.post<Ticket>(`/admin/tickets/${id}/answers`, request, { ...options, query: { seen } });

const setTicketStatus = (id: number, request: TicketStatusRequest) =>
  api.put<Ticket>(`/admin/tickets/${id}/status`, request);

/** The same with a slice of tickets, each of which has an outcome. */
export function setTicketStatuses(
  rows: readonly { id: number }[],
  request: TicketStatusRequest,
  idempotencyKey: string,
): Promise<SliceOutcome> {
  const body: TicketStatusSlice = { ...request, rows: rows.map(({ id }) => ({ id })) };
  return api.put<SliceOutcome>('/admin/tickets/status', body, { idempotencyKey });
}

export function useTicketStatus(id: number) {
  const known = useTicketUpdate();
  return useMutation({
    mutationFn: (request: TicketStatusRequest) => setTicketStatus(id, request),
    onSuccess: known,
  });
}

export const readAttachment = (ticketId: number, id: number) =>
  api.file(`/admin/tickets/${ticketId}/attachments/${id}`);
