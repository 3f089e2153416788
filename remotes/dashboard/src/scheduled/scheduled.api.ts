import type {
  CreateScheduledPaymentRequest,
  ScheduledPayment,
  ScheduledPaymentList,
  ScheduledPaymentsSwitched,
} from '@bank/contracts/scheduled-payments';
import { useLiveApiQuery, useRefresh } from '@bank/client/api-query';
import { api } from '@bank/client/api';
import { useMutation } from '@bank/client/query';
import { alreadyGone } from '../already-gone';
import { refreshingAlways } from '../refreshing-always';

const scheduledKey = ['dashboard', 'scheduled'];

/** The scheduled debits, refetched when one has run or failed, or was changed on another device. */
export const useScheduled = () =>
  useLiveApiQuery<ScheduledPaymentList>(scheduledKey, '/user/scheduled_payments', [
    'transaction',
    'notification',
    'planned_payment',
  ]);

export const createDebit = (request: CreateScheduledPaymentRequest, idempotencyKey: string) =>
  api.post<ScheduledPayment>('/user/scheduled_payments', request, { idempotencyKey });

export const useScheduledRefresh = () => useRefresh(scheduledKey);

/** Activates or deactivates a debit; resolves once the list is refreshed. */
export const useSwitchDebit = () =>
  useMutation({
    mutationFn: ({ id, card_id, active }: ScheduledPayment) => {
      const path = `/scheduled_payments/${active ? 'deactivate' : 'activate'}`;
      return api.post<ScheduledPaymentsSwitched>(path, { id, card_id });
    },
    ...refreshingAlways(useScheduledRefresh()),
  });

export const useRemoveDebit = () =>
  useMutation({
    mutationFn: ({ id }: ScheduledPayment) => api.delete(`/user/scheduled_payments/${id}`).catch(alreadyGone),
    ...refreshingAlways(useScheduledRefresh()),
  });
