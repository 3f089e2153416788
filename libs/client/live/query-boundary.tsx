import type { ReactNode } from 'react';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { ApiError } from '../http/api';
import { isFault, isOffline } from '../http/call-failure';
import { useCallTexts } from '../http/call-texts';

/** The part of the result of `useQuery` that is used here. */
export interface QueryState<Data> {
  data: Data | undefined;
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface QueryFallbackProps {
  query: Omit<QueryState<unknown>, 'data'>;
  /** How many rows the content takes, about. */
  rows: number;
  /** The title of a failure. */
  failed: string;
  /** The meaning or the remedy, if it is more than to check the connection or to try again. */
  message?: string | undefined;
  /** Displayed without a retry if the server does not know what the address names. */
  missing?: ReactNode;
}

interface QueryBoundaryProps<Data> extends QueryFallbackProps {
  query: QueryState<Data>;
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query, or that it is loading, failed or missing. */
export function QueryBoundary<Data>({ children, ...props }: QueryBoundaryProps<Data>) {
  const { data } = props.query;
  return data === undefined ? <QueryFallback {...props} /> : children(data);
}

/** Replaces the data of a query while it is loading, after a failure, or if there is none. */
export function QueryFallback({ query, rows, failed, message, missing }: QueryFallbackProps) {
  if (!query.isError) return <LoadingRows rows={rows} />;
  if (missing && isMissing(query.error)) return missing;
  return <QueryError query={query} title={failed} message={message} />;
}

/** As many skeleton rows as the content will take, about. */
export const LoadingRows = ({ rows }: { rows: number }) => (
  <Loading>
    <Skeleton height="row" lines={rows} />
  </Loading>
);

interface QueryErrorProps {
  query: Pick<QueryState<unknown>, 'isFetching' | 'refetch'> & { error?: unknown };
  title?: string;
  message?: ReactNode;
}

/** A failed query, with a retry. It speaks of the connection only without a response; the bank's fault has a reference. */
export function QueryError({ query, title, message }: QueryErrorProps) {
  const { t } = useCallTexts();
  const { error } = query;
  const said = () => {
    if (!(error instanceof ApiError)) return message;
    // Why the server refuses to show it to this person; trying again would not help.
    if (error.status === 403) return error.message;
    if (isOffline(error)) return message ?? t('error.check_connection');
    const { requestId: reference } = error.details;
    if (message === undefined) return error.message;
    if (!isFault(error) || !reference) return message;
    return (
      <>
        {asSentence(message)} {t('error.ours')} {t('error.reference', { reference })}
      </>
    );
  };
  return (
    <ErrorState
      title={title}
      message={said()}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

/** The catalogue of errors has texts without a full stop. */
const asSentence = (text: ReactNode) =>
  typeof text === 'string' ? text.replace(/(?<![.!?\u2026])$/, '.') : text;

/** An address with a malformed id is refused (400) rather than not found. */
const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
