import type { Partner, PartnerFigures, PartnerList, SavePartnerRequest } from '@bank/contracts/partners';
import { api } from '@bank/client/api';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@bank/client/query';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';

interface PartnerQuery {
  page: number;
  search: string;
  status: string;
}

const partnersKey = ['admin', 'partners'];
const oneKey = (id: number) => [...partnersKey, 'one', id];

/** One page of the partners by name; an empty filter is the same as none. */
export const usePartners = (query: PartnerQuery) =>
  useQuery({
    queryKey: [...partnersKey, 'list', query],
    queryFn: ({ signal }) => api.get<PartnerList>('/admin/partners', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });

export const usePartner = (id: number) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => api.get<Partner>(`/admin/partners/${id}`, { signal }),
  });

/** What happened on a partner's pages in the last thirty days. */
export const useFigures = (id: number) =>
  useQuery({
    queryKey: [...oneKey(id), 'figures'],
    queryFn: ({ signal }) => api.get<PartnerFigures>(`/admin/partners/${id}/figures`, { signal }),
  });

/** Adds a partner; the same key does it once. */
export const createPartner = (request: SavePartnerRequest, idempotencyKey: string) =>
  api.post<Partner>('/admin/partners', request, { idempotencyKey });

/** Replaces what is written of a partner. */
export const savePartner = (id: number, request: SavePartnerRequest) =>
  api.put<Partner>(`/admin/partners/${id}`, request);

/** Shows a partner as the server last answered it, and has the lists asked for anew. */
export function usePartnerKnown() {
  const queries = useQueryClient();
  return (partner: Partner) => {
    queries.setQueryData(oneKey(partner.id), partner);
    void queries.invalidateQueries({ queryKey: [...partnersKey, 'list'] });
  };
}

/** Turns a partner on or off. */
export function useSwitchPartner() {
  const known = usePartnerKnown();
  return useMutation({
    mutationFn: ({ id, status }: Pick<Partner, 'id' | 'status'>) =>
      api.post<Partner>(`/admin/partners/${id}/activate`, { status }),
    onSuccess: known,
  });
}

/** Adds a key; a try that got no answer is the same one when it is made again. */
export function useAddKey(id: number) {
  const known = usePartnerKnown();
  const intent = useIdempotencyKey();
  return useMutation({
    mutationFn: () =>
      api.post<Partner>(`/admin/partners/${id}/keys`, {}, { idempotencyKey: intent.keyFor(id) }),
    onSuccess: (partner) => {
      intent.done();
      known(partner);
    },
  });
}

/** Ends a key. */
export function useRevokeKey(id: number) {
  const known = usePartnerKnown();
  return useMutation({
    mutationFn: (keyId: number) => api.post<Partner>(`/admin/partners/${id}/keys/${keyId}/revoke`, {}),
    onSuccess: known,
  });
}
