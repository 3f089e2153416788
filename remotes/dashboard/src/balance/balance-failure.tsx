import type { UseQueryResult } from '@bank/client/query';
import { ApiError } from '@bank/client/api';
import { isOffline } from '@bank/client/call-failure';
import { QueryError } from '@bank/client/query-boundary';
import { EmptyState } from '@bank/ui/empty-state';
import { useTexts } from '../texts';

/** A balance that could not be fetched, or that a person without an account does not have. */
export function BalanceFailure({
  query,
}: {
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
}) {
  const { t } = useTexts();
  const { error } = query;
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return <NoBalance />;
  return (
    <QueryError
      query={query}
      title={t(isOffline(error) ? 'balance.failed_network' : 'balance.failed')}
      message={t('balance.failed_message')}
    />
  );
}

export function NoBalance() {
  const { t } = useTexts();
  return <EmptyState icon="wallet" title={t('balance.empty')} message={t('balance.empty_message')} />;
}
