import type {
  CreateScheduledPaymentRequest,
  ScheduledPayment,
  ScheduledPaymentList,
  ScheduledPaymentsSwitched,
} from '@bank/contracts/scheduled-payments';
import { useApiQuery, useRefresh, useRefreshingMutation } from '@bank/client/api-query';
import { api } from '@bank/client/api';

const scheduledKey = ['dashboard', 'scheduled'];

export const useScheduled = () => useApiQuery<ScheduledPaymentList>(scheduledKey, '/user/scheduled_payments');

export const createDebit = (request: CreateScheduledPaymentRequest, idempotencyKey: string) =>
  api.post<ScheduledPayment>('/user/scheduled_payments', request, { idempotencyKey });

export const useScheduledRefresh = () => useRefresh(scheduledKey);

/** Activates or deactivates a debit; resolves once the list is refreshed. */
export const useSwitchDebit = () =>
  useRefreshingMutation(scheduledKey, ({ id, card_id, active }: ScheduledPayment) => {
    const path = `/scheduled_payments/${active ? 'deactivate' : 'activate'}`;
    return api.post<ScheduledPaymentsSwitched>(path, { id, card_id });
  });

export const useRemoveDebit = () =>
  useRefreshingMutation(scheduledKey, ({ id }: ScheduledPayment) =>
    api.delete(`/user/scheduled_payments/${id}`),
  );
