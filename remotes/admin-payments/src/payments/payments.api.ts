import {
  type ListedPayment,
  type PaymentDecided,
  type PaymentDetail,
  type PaymentList,
  type PaymentRejection,
  type PaymentStatus,
  type PaymentValidation,
  riskLevel,
} from '@bank/contracts/payments';
import type { PaymentDecisions } from '@bank/contracts/payment-decisions';
import type { SliceOutcome } from '@bank/contracts/slices';
import { twoFactorKey, useTwoFactor } from '@bank/client/account-queries';
import { useApiQuery } from '@bank/client/api-query';
import { api } from '@bank/client/api';
import { fetchEachPage } from '@bank/client/selection';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@bank/client/query';

export interface PaymentQuery {
  page: number;
  status: string;
  /** Empty for every stage. */
  stage: string;
  /** Empty for every risk, and for newest first. */
  risk: string;
  sort: string;
  /** Empty for what everybody has. */
  mine: string;
  search: string;
}

/** The page size (specification 1, section 9). */
const pageSize = 20;

const listsKey = ['admin-payments', 'payments', 'list'];
const detailKey = (id: number) => ['admin-payments', 'payments', 'one', id];

/** One page of the outgoing payments, newest first, with the summary of all. */
export const fetchPayments = async (
  query: PaymentQuery,
  options: { signal?: AbortSignal; passive?: boolean },
): Promise<PaymentList> =>
  completed(await api.get<PaymentList>('/paiement', { query: { ...query, limit: pageSize }, ...options }));

/** A list that has only the fields of specification 1, completed by what the desk shows beside them. */
function completed({ payments, pagination, summary }: PaymentList): PaymentList {
  const count = (wanted: PaymentStatus) => payments.filter(({ status }) => status === wanted).length;
  return {
    pagination,
    payments: payments.map((payment) => ({
      ...payment,
      holder: payment.holder ?? '',
      recipient_name: payment.recipient_name ?? '',
      risk: payment.risk ?? { level: riskLevel(payment.amount), score: null, reasons: [] },
    })),
    summary: summary ?? {
      pending: count('pending'),
      completed: count('completed'),
      failed: count('failed'),
      volume: payments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100,
    },
  };
}

/** The payments of every page that match. */
export const fetchMatching = (query: PaymentQuery): Promise<ListedPayment[]> =>
  fetchEachPage(async (page) => {
    const { payments, pagination } = await api.get<PaymentList>('/paiement', {
      query: { ...query, ...page },
    });
    return { rows: payments, pages: pagination.pages };
  });

/** The same for a screen, refetched on request only; `usePaymentNews` updates its rows. */
export const usePayments = (query: PaymentQuery) =>
  useQuery({
    queryKey: [...listsKey, query],
    queryFn: ({ signal }) => fetchPayments(query, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const usePayment = (id: number) => useApiQuery<PaymentDetail>(detailKey(id), `/paiement/${id}`);

/** Whether the administrator approves with a one-time code; refetched when they return from its setup. */
export const useCurrentTwoFactor = () => useTwoFactor({ staleTime: 0 });

/** Approves a payment, or gives the first of two approvals; see `PaymentDecided.awaiting`. */
export const validatePayment = (order: PaymentValidation, idempotencyKey: string) =>
  api.post<PaymentDecided>('/paiement/validate', order, { idempotencyKey });

/** Rejects a payment; its amount returns to the account. */
export const rejectPayment = (order: PaymentRejection, idempotencyKey: string) =>
  api.post<PaymentDecided>('/paiement/reject', order, { idempotencyKey });

/** One decision for a slice of payments, each of which has an outcome. */
export const decidePayments = (decisions: PaymentDecisions, idempotencyKey: string) =>
  api.post<SliceOutcome>('/paiement/decisions', decisions, { idempotencyKey });

/**
 * Refreshes displayed payments and the summary in place; a failed request changes nothing. Also refetches the two-
 * factor state, whose change may have caused a refusal.
 */
export function usePaymentRefresh() {
  const queries = useQueryClient();
  return async (ids: readonly number[], { passive = false } = {}): Promise<void> => {
    if (!passive) void queries.invalidateQueries({ queryKey: twoFactorKey });
    await Promise.allSettled([
      ...ids
        .filter(isDisplayed(queries))
        .map(async (id) => putPayment(queries, await api.get<PaymentDetail>(`/paiement/${id}`, { passive }))),
      refreshSummary(queries, passive),
    ]);
  };
}

/** Whether a payment is in a list or a dialog: of a thousand that were decided, most are on other pages. */
function isDisplayed(queries: QueryClient) {
  const lists = queries.getQueriesData<PaymentList>({ queryKey: listsKey });
  const listed = new Set(lists.flatMap(([, list]) => list?.payments.map(({ id }) => id) ?? []));
  return (id: number) => listed.has(id) || queries.getQueryData(detailKey(id)) !== undefined;
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
