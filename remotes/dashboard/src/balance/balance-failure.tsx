import type { UseQueryResult } from '@bank/client/query';
import { ApiError } from '@bank/client/api';
import { EmptyState } from '@bank/ui/empty-state';
import { ErrorState } from '@bank/ui/error-state';
import { isOffline } from '@bank/client/call-failure';
import { useTexts } from '../texts';

/** In the place of a balance that did not come; somebody without an account has none to wait for. */
export function BalanceFailure({
  query,
}: {
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
}) {
  const { t } = useTexts();
  const { error, refetch, isFetching } = query;
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return <NoBalance />;
  return (
    <ErrorState
      title={t(isOffline(error) ? 'balance.failed_network' : 'balance.failed')}
      message={t('balance.failed_message')}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

export function NoBalance() {
  const { t } = useTexts();
  return <EmptyState icon="wallet" title={t('balance.empty')} message={t('balance.empty_message')} />;
}
