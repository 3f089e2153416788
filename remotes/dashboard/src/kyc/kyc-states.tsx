import type { Kyc } from '@bank/contracts/kyc';
import { isOffline } from '@bank/client/call-failure';
import type { UseQueryResult } from '@bank/client/query';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';

export const KycLoading = () => (
  <Loading>
    <Skeleton height="row" lines={6} />
  </Loading>
);

/** The verification could not be asked for. */
export function KycUnavailable({ query }: { query: UseQueryResult<Kyc> }) {
  const { t } = useTexts();
  return (
    <ErrorState
      title={t(isOffline(query.error) ? 'kyc.failed_network' : 'kyc.failed')}
      message={t('kyc.failed_message')}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
