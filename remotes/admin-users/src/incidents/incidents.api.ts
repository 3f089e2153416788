import type {
  IncidentChangeRequest,
  IncidentCloseRequest,
  IncidentList,
  IncidentNoteRequest,
  IncidentOwnerRequest,
  IncidentPublicRequest,
  OpenIncidentRequest,
  StaffIncident,
} from '@bank/contracts/incidents';
import { api } from '@bank/client/api';
import { useLiveApiQuery } from '@bank/client/api-query';
import { useQueryClient } from '@bank/client/query';

const incidentsKey = ['admin-users', 'incidents'];
const oneKey = (id: number) => [...incidentsKey, 'one', id];
const listKey = [...incidentsKey, 'list'];

interface ListQuery {
  page: number;
  state: string;
  severity: string;
  mine: string;
}

/** One page of the incidents, refetched when one is opened, changed or closed. */
export const useIncidents = (query: ListQuery) =>
  useLiveApiQuery<IncidentList>([...listKey, query], '/admin/incidents', 'incident', {
    query: { ...query },
    keepsPrevious: true,
  });

export const useIncident = (id: number) =>
  useLiveApiQuery<StaffIncident>(oneKey(id), `/admin/incidents/${id}`, 'incident');

/** Stores a returned incident in the cache and refetches the lists. */
export function useIncidentUpdate() {
  const queries = useQueryClient();
  return (found: StaffIncident) => {
    queries.setQueryData(oneKey(found.id), found);
    void queries.invalidateQueries({ queryKey: listKey });
  };
}

/** Reads an incident again, such as after a colleague changed it. */
export function useIncidentRefresh(id: number) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: oneKey(id) });
}

export const openIncident = (request: OpenIncidentRequest, idempotencyKey: string) =>
  api.post<StaffIncident>('/admin/incidents', request, { idempotencyKey });

export const ownIncident = (id: number, request: IncidentOwnerRequest) =>
  api.put<StaffIncident>(`/admin/incidents/${id}/owner`, request);

export const changeIncident = (id: number, request: IncidentChangeRequest) =>
  api.put<StaffIncident>(`/admin/incidents/${id}`, request);

export const noteInIncident = (id: number, request: IncidentNoteRequest, idempotencyKey: string) =>
  api.post<StaffIncident>(`/admin/incidents/${id}/notes`, request, { idempotencyKey });

export const publishLine = (id: number, request: IncidentPublicRequest, idempotencyKey: string) =>
  api.post<StaffIncident>(`/admin/incidents/${id}/public`, request, { idempotencyKey });

export const closeIncident = (id: number, request: IncidentCloseRequest, idempotencyKey: string) =>
  api.post<StaffIncident>(`/admin/incidents/${id}/close`, request, { idempotencyKey });
