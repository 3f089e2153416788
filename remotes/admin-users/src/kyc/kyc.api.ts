import type { KycQueue, KycReviewRequest, KycSubmission } from '@bank/contracts/kyc';
import { useLiveApiQuery, usePageRefresh, useRefresh } from '@bank/client/api-query';
import { api } from '@bank/client/api';
import { refreshSoon, useLiveEvent } from '@bank/client/live-events';
import { fetchEachPage } from '@bank/client/selection';
import { useMutation, useQuery, useQueryClient } from '@bank/client/query';

export const pageSize = 20;

const kycKey = ['admin-users', 'kyc'];

/** Sends a decision; throws errors with the screen's texts. */
export type Decide = (request: KycReviewRequest) => Promise<void>;

interface QueueQuery {
  page: number;
  /** Empty for the pending ones. */
  status: string;
  /** Empty for what everybody has. */
  mine: string;
}

/** One page of the submissions, stable while it is read: refetched only after a gap in the live events. */
export function useQueue(query: QueueQuery) {
  return useLiveApiQuery<KycQueue>([...kycKey, 'queue', query], '/admin/kyc', [], {
    query: { ...query, limit: pageSize },
    keepsPrevious: true,
    liveKey: kycKey,
  });
}

/** The submissions of every page that match. */
export const fetchMatching = (query: Omit<QueueQuery, 'page'>): Promise<KycSubmission[]> =>
  fetchEachPage(async (page) => {
    const { submissions, pagination } = await api.get<KycQueue>('/admin/kyc', {
      query: { ...query, ...page },
    });
    return { rows: submissions, pages: pagination.pages };
  });

/** Reads the queue again. */
export const useQueueRefresh = () => useRefresh([...kycKey, 'queue']);

/** One submission, live; the list's version is displayed while it is fetched. */
export function useSubmission(id: number, known: KycSubmission | undefined) {
  const queries = useQueryClient();
  const queryKey = [...kycKey, 'one', id];
  useLiveEvent('kyc_queue', ({ data }) => {
    if (data.id === id) refreshSoon(queries, queryKey, ['kyc_queue']);
  });
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<KycSubmission>(`/admin/kyc/${id}`, { signal }),
    placeholderData: known,
  });
}

export const useSubmissionRefresh = (id: number) => useRefresh([...kycKey, 'one', id]);

/** Decides on a submission; resolves once the lists are refreshed. */
export const useReview = (id: number) =>
  useMutation({
    mutationFn: (request: KycReviewRequest) => api.post<KycSubmission>(`/admin/kyc/${id}/review`, request),
    onSuccess: usePageRefresh(),
  });

/** Read once, since each read is logged, and not cached once it is no longer displayed. */
export const useDocument = (id: number) =>
  useQuery({
    queryKey: ['admin-users', 'kyc-document', id],
    queryFn: () => readDocument(id),
    staleTime: Infinity,
    gcTime: 0,
  });

/** The file of a document, fetched with the session's token, which a link cannot send. */
export const readDocument = (id: number) => api.file(`/kyc/documents/${id}`);
