import type {
  AddBeneficiaryRequest,
  Beneficiary,
  BeneficiaryList,
  ChangeBeneficiaryRequest,
  PayeeResolved,
  PayeeVerified,
} from '@bank/contracts/payees';
import type { StandingOrder, StandingOrderList, StandingOrderRequest } from '@bank/contracts/standing-orders';
import { api, ApiError, type CallOptions } from '@bank/client/api';
import { useApiQuery, useLiveApiQuery, useRefresh } from '@bank/client/api-query';
import { useMutation, useQuery, useQueryClient } from '@bank/client/query';
import { alreadyGone } from '../already-gone';
import { refreshingAlways } from '../refreshing-always';

const beneficiariesKey = ['dashboard', 'beneficiaries'];
const ordersKey = ['dashboard', 'standing-orders'];

export const useBeneficiaries = () => useApiQuery<BeneficiaryList>(beneficiariesKey, '/beneficiaries');
export const useBeneficiariesRefresh = () => useRefresh(beneficiariesKey);

export const addBeneficiary = (request: AddBeneficiaryRequest, idempotencyKey: string) =>
  api.post<Beneficiary>('/beneficiaries', request, { idempotencyKey });

export const changeBeneficiary = (id: number, request: ChangeBeneficiaryRequest) =>
  api.put<Beneficiary>(`/beneficiaries/${id}`, request);

export const useRemoveBeneficiary = () =>
  useMutation({
    mutationFn: ({ id }: Beneficiary) => api.delete(`/beneficiaries/${id}`).catch(alreadyGone),
    ...refreshingAlways(useBeneficiariesRefresh()),
  });

/** The standing orders, refetched when one has run or failed, or was changed on another device. */
export const useStandingOrders = () =>
  useLiveApiQuery<StandingOrderList>(ordersKey, '/standing-orders', [
    'transaction',
    'notification',
    'planned_payment',
  ]);
export const useStandingOrdersRefresh = () => useRefresh(ordersKey);

export const createStandingOrder = (request: StandingOrderRequest, options: CallOptions) =>
  api.post<StandingOrder>('/standing-orders', request, options);

export const changeStandingOrder = (id: number, request: StandingOrderRequest, idempotencyKey: string) =>
  api.put<StandingOrder>(`/standing-orders/${id}`, request, { idempotencyKey });

export const useStopOrder = () =>
  useMutation({
    mutationFn: ({ id }: StandingOrder) => api.delete(`/standing-orders/${id}`).catch(alreadyGone),
    ...refreshingAlways(useStandingOrdersRefresh()),
  });

/** Finds a customer or an account elsewhere; not repeated by itself: the bank counts the searches. */
export const resolvePayee = (to: string) => api.post<PayeeResolved>('/payees/resolve', { to });

export interface Payee {
  name: string;
  account: string;
}

/** Whether the account belongs to the name; null where no bank can be asked. Asked once for a pair: the bank counts the questions. */
export const usePayeeVerification = (payee: Payee, enabled = true) =>
  useQuery({ ...verificationOf(payee), enabled });
export type PayeeVerification = ReturnType<typeof usePayeeVerification>;

const verificationOf = ({ name, account }: Payee) => ({
  queryKey: ['dashboard', 'payee-verification', account, name],
  queryFn: () =>
    api.post<PayeeVerified>('/payees/verify', { name, account }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'NOT_CONFIGURED') return null;
      throw error;
    }),
  retry: false as const,
  staleTime: Infinity,
  gcTime: 600_000,
});

/** Returns a function that finds out whether nothing of a name is left to decide, by the same question. */
export function usePayeeMatch() {
  const queries = useQueryClient();
  return (payee: Payee): Promise<boolean> =>
    queries.fetchQuery(verificationOf(payee)).then(
      (verified) => verified === null || (verified.result === 'match' && !verified.own_account),
      () => false,
    );
}

/** A customer's first name and initial by their number; not found again, since the bank counts the searches. */
export const usePayeeName = (id: number, enabled: boolean) =>
  useQuery({
    queryKey: ['dashboard', 'payees', 'name', id],
    queryFn: async () => {
      const found = await resolvePayee(String(id));
      return found.kind === 'customer' ? found.name : null;
    },
    enabled,
    retry: false,
    staleTime: Infinity,
  });
