import { type AwaitingApproval, isAwaiting } from '@bank/contracts/approvals';
import type { DirectDebitState } from '@bank/contracts/direct-debits';
import type { PaymentDetail, PaymentMessage, PaymentMessageText } from '@bank/contracts/payments';
import type { PaymentSettings, PaymentSettingsRequest } from '@bank/contracts/payment-settings';
import type { RailState } from '@bank/contracts/rail-state';
import type { ReconciliationList } from '@bank/contracts/reconciliation';
import { api } from '@bank/client/api';
import { useApiQuery, useLiveApiQuery } from '@bank/client/api-query';
import { useQueryClient } from '@bank/client/query';

const shownDays = 14;
const stateKey = ['admin-payments', 'rail'];
const settingsKey = ['admin-payments', 'payment-settings'];

/** The payments on their way to other banks and their problems; refetched when payments change. */
export const useRailState = () => useLiveApiQuery<RailState>(stateKey, '/admin/rail', ['payment']);

/** The collections that did not end as their creditors wanted; refetched with the rest. */
export const useDirectDebitState = () =>
  useApiQuery<DirectDebitState>([...stateKey, 'direct-debits'], '/admin/rail/direct-debits');

/** The last days that have a statement of the clearing house; refetched with the rest of the rail. */
export const useReconciliation = () =>
  useLiveApiQuery<ReconciliationList>([...stateKey, 'days'], '/admin/reconciliation', ['payment'], {
    query: { limit: shownDays },
    liveKey: stateKey,
  });

/** A message of a payment as it was sent or received, which never changes. */
export const usePaymentMessage = (
  { id }: Pick<PaymentDetail, 'id'>,
  { direction, message_id: message }: PaymentMessage,
) =>
  useApiQuery<PaymentMessageText>(
    ['admin-payments', 'payment-message', id, direction, message],
    `/paiement/${id}/messages/${direction}/${encodeURIComponent(message)}`,
    { staleTime: Infinity },
  );

export const usePaymentSettings = () => useApiQuery<PaymentSettings>(settingsKey, '/admin/payment-settings');

/** Saves the settings, and reads them again, also after a refusal because a colleague was faster. */
export function useSavePaymentSettings() {
  const queries = useQueryClient();
  return async (settings: PaymentSettingsRequest) => {
    try {
      const answer = await api.put<PaymentSettings | AwaitingApproval>('/admin/payment-settings', settings);
      if (!isAwaiting(answer)) queries.setQueryData(settingsKey, answer);
      return answer;
    } finally {
      void queries.invalidateQueries({ queryKey: settingsKey });
    }
  };
}
