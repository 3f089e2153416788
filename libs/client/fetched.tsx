import type { ReactNode } from 'react';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { ApiError } from './api';

/** What `useQuery` answers, as far as it is of use here. */
export interface Fetchable<Data> {
  data: Data | undefined;
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface NotFetchedProps {
  query: Omit<Fetchable<unknown>, 'data'>;
  /** Rows that the content will take, about. */
  rows: number;
  /** What is said when it could not be fetched. */
  failed: string;
  /** What to do about that. */
  message: string;
  /** Shown of what an address names and the server does not know: it would not be there at another try either. */
  missing?: ReactNode;
}

interface FetchedProps<Data> extends NotFetchedProps {
  query: Fetchable<Data>;
  children: (data: Data) => ReactNode;
}

/** Something once it is there, and until then what keeps it. */
export function Fetched<Data>({ children, ...props }: FetchedProps<Data>) {
  const { data } = props.query;
  return data === undefined ? <NotFetched {...props} /> : children(data);
}

/** In the place of something: it is being fetched, that failed, or there is no such thing. */
export function NotFetched({ query, rows, failed, message, missing }: NotFetchedProps) {
  const { isError, error, isFetching, refetch } = query;
  if (!isError) {
    return (
      <Loading>
        <Skeleton height="row" lines={rows} />
      </Loading>
    );
  }
  if (missing && isUnknown(error)) return missing;
  return <ErrorState title={failed} message={message} onRetry={() => void refetch()} retrying={isFetching} />;
}

/** An address that is not even one of such a thing is refused, not searched for. */
const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
