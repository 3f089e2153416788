import type { StaffApproval } from '@bank/contracts/approvals';
import type { CreditFileDetail, CreditFileList } from '@bank/contracts/credit-files';
import { api } from '@bank/client/api';
import { useLiveApiQuery, usePageRefresh } from '@bank/client/api-query';
import { useQueryClient } from '@bank/client/query';
import { usePolling } from '@bank/client/use-polling';

const filesKey = ['admin-payments', 'credit-files'];
/** How often what is being booked is read again, ms. */
const bookingMs = 2_000;

/** One page of the files, refreshed when one is decided, and while one is booked. */
export function useCreditFiles(page: number) {
  const query = useLiveApiQuery<CreditFileList>(
    [...filesKey, { page }],
    '/admin/credit-files',
    'approval_queue',
    {
      query: { page },
      keepsPrevious: true,
      liveKey: filesKey,
    },
  );
  const isBooking = query.data?.files.some(({ state }) => state === 'booking');
  const queries = useQueryClient();
  usePolling(isBooking ? bookingMs : undefined, (options) =>
    queries.invalidateQueries({ queryKey: filesKey }, options),
  );
  return query;
}

/** A file with what was seen in it. */
export const useCreditFile = (id: number) =>
  useLiveApiQuery<CreditFileDetail>([...filesKey, 'one', id], `/admin/credit-files/${id}`, 'approval_queue', {
    liveKey: filesKey,
  });

/** Uploads a file, asks for the second administrator, and decides; each then refreshes every list that it changed. */
export function useFileActions() {
  const refresh = usePageRefresh();
  const post = async <Answer>(path: string, body: object, idempotencyKey: string) => {
    try {
      return await api.post<Answer>(path, body, { idempotencyKey });
    } finally {
      // Also after a refusal because a colleague was faster.
      void refresh();
    }
  };
  return {
    upload: (file: File, key: string) => {
      const form = new FormData();
      form.append('file', file, file.name);
      return post<CreditFileDetail>('/admin/credit-files', form, key);
    },
    submit: (id: number, key: string) => post<CreditFileDetail>(`/admin/credit-files/${id}/submit`, {}, key),
    approve: (id: number, key: string) => post<StaffApproval>(`/admin/approvals/${id}/approve`, {}, key),
  };
}
