import type { ReactNode } from 'react';
import { isOffline } from '@bank/client/call-failure';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';

interface FetchedProps<Data> {
  /** What `useQuery` answers. */
  query: {
    data: Data | undefined;
    isError: boolean;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Rows that the content will take, about. */
  rows: number;
  /** What is said when it could not be fetched. */
  failed: string;
  failedMessage?: string;
  children: (data: Data) => ReactNode;
}

/** A part of the settings while it is fetched, when that failed, and when it is there. */
export function Fetched<Data>({ query, rows, failed, failedMessage, children }: FetchedProps<Data>) {
  const { t } = useTexts();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) {
    return (
      <Loading>
        <Skeleton height="row" lines={rows} />
      </Loading>
    );
  }
  return (
    <ErrorState
      title={isOffline(query.error) ? t('settings.failed_network') : failed}
      message={failedMessage ?? t('settings.failed_message')}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
