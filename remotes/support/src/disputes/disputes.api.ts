import type { CardChanged } from '@bank/contracts/cards';
import type { AppealOffer } from '@bank/contracts/appeals';
import type { AppealSubject } from '@bank/contracts/case-topics';
import type { DisputeForm, DisputeOffer, OwnCase, OwnCaseList } from '@bank/contracts/cases';
import { api, type CallOptions } from '@bank/client/api';
import { useApiQuery, useLiveApiQuery } from '@bank/client/api-query';
import { useQueryClient } from '@bank/client/query';
import { formWithFiles } from '@bank/client/use-case-files';

const casesKey = ['support', 'cases'];
const oneKey = (id: number) => [...casesKey, 'one', id];
const listKey = [...casesKey, 'list'];
const offerKey = (id: number) => [...casesKey, 'offer', id];

/** One page of the caller's cases, newest first. */
export const useOwnCases = (page: number) =>
  useLiveApiQuery<OwnCaseList>([...listKey, page], '/user/cases', 'case', { query: { page } });

/** One of the caller's cases, refetched when staff write in it. */
export const useOwnCase = (id: number) => useLiveApiQuery<OwnCase>(oneKey(id), `/user/cases/${id}`, 'case');

/** The possible disputes of a transaction. */
export const useOffer = (id: number) =>
  useApiQuery<DisputeOffer>(offerKey(id), `/transactions/${id}/dispute`);

/** Why something is refused, held or blocked. */
export const useAppealOffer = (about: AppealSubject, id: string | null) =>
  useApiQuery<AppealOffer>([...casesKey, 'why', about, id], '/appeals/subject', {
    query: { about, ...(id !== null && { id }) },
  });

/** Stores a returned case, and refetches the lists. */
export function useCaseUpdate() {
  const queries = useQueryClient();
  return (found: OwnCase) => {
    queries.setQueryData(oneKey(found.id), found);
    void queries.invalidateQueries({ queryKey: listKey });
  };
}

/** Refetches what can be done about a transaction, such as after its card was blocked. */
export function useOfferRefresh(id: number) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: offerKey(id) });
}

export const openDispute = (id: number, request: DisputeForm, files: readonly File[], options: CallOptions) =>
  api.post<OwnCase>(`/transactions/${id}/dispute`, formWithFiles(request, files), options);

export const openAppeal = (
  request: Record<'about' | 'text', string> & { id?: string },
  files: readonly File[],
  options: CallOptions,
) => api.post<OwnCase>('/appeals', formWithFiles(request, files), options);

export const writeInCase = (id: number, text: string, files: readonly File[], options: CallOptions) =>
  api.post<OwnCase>(`/user/cases/${id}/messages`, formWithFiles({ text }, files), options);

export const readCaseFile = (id: number, file: number) => api.file(`/user/cases/${id}/files/${file}`);

export const blockCard = (id: number) => api.put<CardChanged>(`/carte/${id}/status`, { status: 'blocked' });
