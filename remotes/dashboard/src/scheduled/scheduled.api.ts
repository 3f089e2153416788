import type {
  CreateScheduledPaymentRequest,
  ScheduledPayment,
  ScheduledPaymentList,
  ScheduledPaymentsSwitched,
} from '@bank/contracts/scheduled-payments';
import { api } from '@bank/client/api';
import { useMutation, useQuery, useQueryClient } from '@bank/client/query';

const scheduledKey = ['scheduled'];

/** The caller's scheduled debits, oldest first. */
export const useScheduled = () =>
  useQuery({
    queryKey: scheduledKey,
    queryFn: ({ signal }) => api.get<ScheduledPaymentList>('/user/scheduled_payments', { signal }),
  });

/** Orders a debit; the same key orders it once. */
export const createDebit = (request: CreateScheduledPaymentRequest, idempotencyKey: string) =>
  api.post<ScheduledPayment>('/user/scheduled_payments', request, { idempotencyKey });

/** Has the list asked for anew. */
export function useScheduledRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: scheduledKey });
}

/** Activates a debit that is not active, and the other way round; done when the list is there again. */
export function useSwitchDebit() {
  const refresh = useScheduledRefresh();
  return useMutation({
    mutationFn: ({ id, card_id, active }: ScheduledPayment) =>
      api.post<ScheduledPaymentsSwitched>(`/scheduled_payments/${active ? 'deactivate' : 'activate'}`, {
        id,
        card_id,
      }),
    onSuccess: refresh,
  });
}

/** Ends a debit for good. */
export function useRemoveDebit() {
  const refresh = useScheduledRefresh();
  return useMutation({
    mutationFn: ({ id }: ScheduledPayment) => api.delete(`/user/scheduled_payments/${id}`),
    onSuccess: refresh,
  });
}
