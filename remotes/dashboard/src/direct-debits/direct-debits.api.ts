import type {
  DirectDebit,
  DirectDebitList,
  DirectDebitSettings,
  DirectDebitSettingsRequest,
  Mandate,
  MandateList,
  RefundReason,
} from '@bank/contracts/direct-debits';
import { api } from '@bank/client/api';
import { useApiQuery, useLiveApiQuery, useRefresh, useRefreshingMutation } from '@bank/client/api-query';
import { useQueryClient } from '@bank/client/query';

/** Everything of this page is under one key: a decision changes several lists. */
const key = ['dashboard', 'direct-debits'];

/** One page of the collections; an event about any of them refreshes every list of the page. */
export const useDirectDebits = (page: number) =>
  useLiveApiQuery<DirectDebitList>(
    [...key, 'list', page],
    '/direct-debits',
    ['direct_debit', 'transaction'],
    { liveKey: key, query: { page }, keepsPrevious: true },
  );

/** The collections that wait for an answer, all of them. */
export const useHeldDebits = () =>
  useApiQuery<DirectDebitList>([...key, 'held'], '/direct-debits', { query: { status: 'held', limit: 100 } });

export const useMandates = () => useApiQuery<MandateList>([...key, 'mandates'], '/mandates');

export const useSwitchMandate = () =>
  useRefreshingMutation(key, ({ id, status }: Mandate) =>
    api.post<Mandate>(`/mandates/${id}/${status === 'active' ? 'block' : 'unblock'}`, {}),
  );

const settingsKey = [...key, 'settings'];

export const useDebitSettings = () =>
  useApiQuery<DirectDebitSettings>(settingsKey, '/settings/direct-debits');

/** Saves who may collect, and shows what is stored; the lists of the page follow by themselves. */
export function useSaveDebitSettings() {
  const queries = useQueryClient();
  return async (request: DirectDebitSettingsRequest) => {
    const saved = await api.put<DirectDebitSettings>('/settings/direct-debits', request);
    queries.setQueryData(settingsKey, saved);
    void queries.invalidateQueries({ queryKey: key });
    return saved;
  };
}

export const useDebitsRefresh = () => useRefresh(key);

/** Refuses a collection, or lets a held one pass. */
export const decideDebit = ({ id }: DirectDebit, act: 'refuse' | 'pass', idempotencyKey: string) =>
  api.post<DirectDebit>(`/direct-debits/${id}/${act}`, {}, { idempotencyKey });

export const refundDebit = ({ id }: DirectDebit, reason: RefundReason | undefined, idempotencyKey: string) =>
  api.post<DirectDebit>(`/direct-debits/${id}/refund`, reason ? { reason } : {}, { idempotencyKey });
