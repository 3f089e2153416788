import type { UseQueryResult } from '@bank/client/query';
import { ErrorState } from '@bank/ui/error-state';
import { isOffline } from '@bank/client/call-failure';
import { useTexts } from '../texts';

/** In the place of movements that did not come. */
export function TransactionsFailure({
  query: { error, refetch, isFetching },
}: {
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
}) {
  const { t } = useTexts();
  return (
    <ErrorState
      title={t(isOffline(error) ? 'transactions.failed_network' : 'transactions.failed')}
      message={t('transactions.failed_message')}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
