import type { ReactNode } from 'react';
import type { Kyc } from '@bank/contracts/kyc';
import { isOffline } from '@bank/client/call-failure';
import { QueryBoundary } from '@bank/client/query-boundary';
import { useKycTexts } from './texts';
import { useKyc } from './kyc.api';

export function FetchedKyc({ children }: { children: (kyc: Kyc) => ReactNode }) {
  const { t } = useKycTexts();
  const query = useKyc();
  return (
    <QueryBoundary
      query={query}
      rows={6}
      failed={t(isOffline(query.error) ? 'kyc.failed_network' : 'kyc.failed')}
      message={t('kyc.failed_message')}
    >
      {children}
    </QueryBoundary>
  );
}
