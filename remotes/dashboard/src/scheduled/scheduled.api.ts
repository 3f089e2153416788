import type {
  CreateScheduledPaymentRequest,
  ScheduledPayment,
  ScheduledPaymentList,
  ScheduledPaymentsSwitched,
} from '@bank/contracts/scheduled-payments';
import { useApiQuery, useRefresh } from '@bank/client/api-query';
import { api } from '@bank/client/api';
import { useMutation } from '@bank/client/query';

const scheduledKey = ['scheduled'];

export const useScheduled = () => useApiQuery<ScheduledPaymentList>(scheduledKey, '/user/scheduled_payments');

export const createDebit = (request: CreateScheduledPaymentRequest, idempotencyKey: string) =>
  api.post<ScheduledPayment>('/user/scheduled_payments', request, { idempotencyKey });

export const useScheduledRefresh = () => useRefresh(scheduledKey);

/** Activates or deactivates a debit; resolves once the list is refreshed. */
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

export function useRemoveDebit() {
  const refresh = useScheduledRefresh();
  return useMutation({
    mutationFn: ({ id }: ScheduledPayment) => api.delete(`/user/scheduled_payments/${id}`),
    onSuccess: refresh,
  });
}
