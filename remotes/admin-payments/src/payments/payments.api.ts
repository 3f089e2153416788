import type {
  PaymentDecided,
  PaymentDetail,
  PaymentList,
  PaymentRejection,
  PaymentValidation,
} from '@bank/contracts/payments';
import type { TwoFactorState } from '@bank/contracts/settings';
import { api } from '@bank/client/api';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@bank/client/query';

export interface PaymentQuery {
  page: number;
  status: string;
  search: string;
}

/** How many payments a page holds (specification 1, section 9). */
const pageSize = 20;

const listsKey = ['admin', 'payments', 'list'];
const detailKey = (id: number) => ['admin', 'payments', 'one', id];
const twoFactorKey = ['settings', '2fa'];

/** One page of the payments to the outside, newest first, and the summary of all of them. */
export const fetchPayments = (
  query: PaymentQuery,
  options: { signal?: AbortSignal; passive?: boolean },
): Promise<PaymentList> =>
  api.get<PaymentList>('/paiement', { query: { ...query, limit: pageSize }, ...options });

/** The same for a screen: it moves only when its reader asks for it, `usePaymentNews` keeps its rows true. */
export const usePayments = (query: PaymentQuery) =>
  useQuery({
    queryKey: [...listsKey, query],
    queryFn: ({ signal }) => fetchPayments(query, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Everything that is known of one payment. */
export const usePayment = (id: number) =>
  useQuery({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => api.get<PaymentDetail>(`/paiement/${id}`, { signal }),
  });

/** Whether the administrator approves with a one-time code; asked for anew when somebody comes back from setting it up. */
export const useTwoFactor = () =>
  useQuery({
    queryKey: twoFactorKey,
    queryFn: ({ signal }) => api.get<TwoFactorState>('/settings/2fa', { signal }),
    staleTime: 0,
  });

/** Approves a payment, or gives the first of two approvals; see `PaymentDecided.awaiting`. */
export const validatePayment = (order: PaymentValidation, idempotencyKey: string) =>
  api.post<PaymentDecided>('/paiement/validate', order, { idempotencyKey });

/** Refuses a payment; its amount goes back to the account. */
export const rejectPayment = (order: PaymentRejection, idempotencyKey: string) =>
  api.post<PaymentDecided>('/paiement/reject', order, { idempotencyKey });

/**
 * Brings payments on screen, and the four figures, to what the server says now, without moving a row. What cannot be
 * asked stays as it was. A refusal may also mean that two-factor was turned on or off meanwhile.
 */
export function usePaymentRefresh() {
  const queries = useQueryClient();
  return async (ids: readonly number[], { passive = false } = {}): Promise<void> => {
    if (!passive) void queries.invalidateQueries({ queryKey: twoFactorKey });
    await Promise.allSettled([
      ...ids.map(async (id) =>
        putPayment(queries, await api.get<PaymentDetail>(`/paiement/${id}`, { passive })),
      ),
      refreshSummary(queries, passive),
    ]);
  };
}

function putPayment(queries: QueryClient, fresh: PaymentDetail) {
  queries.setQueryData(detailKey(fresh.id), fresh);
  changeLists(queries, (list) => ({
    ...list,
    payments: list.payments.map((row) => (row.id === fresh.id ? fresh : row)),
  }));
}

async function refreshSummary(queries: QueryClient, passive: boolean) {
  const { summary } = await api.get<PaymentList>('/paiement', { query: { limit: 1 }, passive });
  changeLists(queries, (list) => ({ ...list, summary }));
}

const changeLists = (queries: QueryClient, change: (list: PaymentList) => PaymentList) =>
  queries.setQueriesData<PaymentList>({ queryKey: listsKey }, (list) => list && change(list));
