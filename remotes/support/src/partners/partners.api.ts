import type { PartnerMode } from '@bank/contracts/partner-applications';
import type {
  ChangePartnerRequest,
  Partner,
  PartnerFigures,
  PartnerList,
  SavePartnerRequest,
} from '@bank/contracts/partners';
import { api } from '@bank/client/api';
import { useApiQuery } from '@bank/client/api-query';
import { useMutation, useQueryClient } from '@bank/client/query';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';

interface PartnerQuery {
  page: number;
  search: string;
  status: string;
}

const partnersKey = ['support', 'partners'];
const oneKey = (id: number) => [...partnersKey, 'one', id];

/** One page of partners by name. */
export const usePartners = (query: PartnerQuery) =>
  useApiQuery<PartnerList>([...partnersKey, 'list', query], '/admin/partners', {
    query: { ...query },
    keepsPrevious: true,
  });

export const usePartner = (id: number) => useApiQuery<Partner>(oneKey(id), `/admin/partners/${id}`);

/** The figures of a partner's last 30 days. */
export const useFigures = (id: number) =>
  useApiQuery<PartnerFigures>([...oneKey(id), 'figures'], `/admin/partners/${id}/figures`);

export const readPartner = (id: number) => api.get<Partner>(`/admin/partners/${id}`);

export const createPartner = (request: SavePartnerRequest, idempotencyKey: string) =>
  api.post<Partner>('/admin/partners', request, { idempotencyKey });

export const savePartner = (id: number, request: ChangePartnerRequest) =>
  api.put<Partner>(`/admin/partners/${id}`, request);

/** Stores a returned partner in the cache and refetches the lists. */
export function usePartnerUpdate() {
  const queries = useQueryClient();
  return (partner: Partner) => {
    queries.setQueryData(oneKey(partner.id), partner);
    void queries.invalidateQueries({ queryKey: [...partnersKey, 'list'] });
  };
}

export function useSwitchPartner() {
  const known = usePartnerUpdate();
  return useMutation({
    mutationFn: ({ id, status }: Pick<Partner, 'id' | 'status'>) =>
      api.post<Partner>(`/admin/partners/${id}/activate`, { status }),
    onSuccess: known,
  });
}

/** Adds a key of a mode; a repeated attempt without a response adds the same one. */
export function useAddKey(id: number) {
  const known = usePartnerUpdate();
  const intent = useIdempotencyKey();
  return useMutation({
    mutationFn: async (mode: PartnerMode) => {
      const idempotencyKey = intent.keyFor([id, mode]);
      const partner = await api.post<Partner>(`/admin/partners/${id}/keys`, { mode }, { idempotencyKey });
      intent.done(idempotencyKey);
      return partner;
    },
    onSuccess: known,
  });
}

export function useRevokeKey(id: number) {
  const known = usePartnerUpdate();
  return useMutation({
    mutationFn: (keyId: number) => api.post<Partner>(`/admin/partners/${id}/keys/${keyId}/revoke`, {}),
    onSuccess: known,
  });
}
