import { ApiError } from '@bank/client/api';
import type { UseQueryResult } from '@bank/client/query';
import { Card } from '@bank/ui/card';
import { ErrorState } from '@bank/ui/error-state';
import { PageHeading } from '@bank/ui/page-heading';
import { Loading, Skeleton } from '@bank/ui/skeleton';

interface RecordStateProps {
  query: UseQueryResult<unknown>;
  /** The heading of the page while what it shows is not there. */
  title: string;
  /** What a failure says: that it could not be read, that it does not exist, and what to do about the former. */
  words: { failed: string; missing: string; again: string };
}

/** The page of one thing that is not there yet, could not be read, or does not exist. */
export function RecordState({ query: { error, isFetching, refetch }, title, words }: RecordStateProps) {
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <PageHeading title={title} />
      <Card>
        {error ? (
          <ErrorState
            title={words.failed}
            message={isMissing ? words.missing : words.again}
            onRetry={isMissing ? undefined : () => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Loading>
            <Skeleton height="row" lines={6} />
          </Loading>
        )}
      </Card>
    </>
  );
}
