import type { KycQueue, KycReviewRequest, KycSubmission } from '@bank/contracts/kyc';
import { api } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@bank/client/query';

/** How many submissions a page holds. */
export const pageSize = 20;

const kycKey = ['admin', 'kyc'];

/** Sends a decision; throws in the words of the screen. */
export type Decide = (request: KycReviewRequest) => Promise<void>;

interface QueueQuery {
  page: number;
  /** Empty for those that wait. */
  status: string;
}

/**
 * One page of the submissions. It stays as it is while somebody reads it, whatever colleagues and customers do
 * meanwhile; only after a gap in the live events, when nobody can tell what it lacks, is it asked for again.
 */
export function useQueue(query: QueueQuery) {
  const result = useQuery({
    queryKey: [...kycKey, 'queue', query],
    queryFn: ({ signal }) =>
      api.get<KycQueue>('/admin/kyc', { query: { ...query, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  });
  useLiveRefresh([], kycKey);
  return result;
}

/** One submission as it is now; what a list knows of it is shown meanwhile. */
export const useSubmission = (id: number, known: KycSubmission | undefined) =>
  useQuery({
    queryKey: [...kycKey, 'one', id],
    queryFn: ({ signal }) => api.get<KycSubmission>(`/admin/kyc/${id}`, { signal }),
    placeholderData: known,
  });

/** Asks again how a submission stands. */
export function useSubmissionRefresh(id: number) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [...kycKey, 'one', id] });
}

/** Decides on a submission; it is over once the lists that show it do so. */
export function useReview(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: KycReviewRequest) => api.post<KycSubmission>(`/admin/kyc/${id}/review`, request),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}

/** Each reading of a document leaves a line in the log: it is read once, and forgotten when it is no longer shown. */
export const useDocument = (id: number) =>
  useQuery({
    queryKey: ['kyc-document', id],
    queryFn: () => readDocument(id),
    staleTime: Infinity,
    gcTime: 0,
  });

/** The file of a document, by the session's bearer, which a plain link does not carry. */
export const readDocument = (id: number) => api.file(`/kyc/documents/${id}`);
