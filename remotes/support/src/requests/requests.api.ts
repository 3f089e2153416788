import type { OwnTicket, OwnTicketList } from '@bank/contracts/own-tickets';
import { useApiQuery } from '@bank/client/api-query';

/** One page of the caller's messages to support, newest first. */
export const useRequests = (page: number) =>
  useApiQuery<OwnTicketList>(['support', 'requests', 'list', page], '/user/tickets', { query: { page } });

/** One of them with its answers. */
export const useRequest = (id: number) =>
  useApiQuery<OwnTicket>(['support', 'requests', 'one', id], `/user/tickets/${id}`);
