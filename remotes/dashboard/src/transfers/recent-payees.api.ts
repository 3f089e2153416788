import type { RecentPayeeList } from '@bank/contracts/payees';
import { useLiveApiQuery } from '@bank/client/api-query';

/** Whom the person has sent money to, refetched after every movement. */
export const useRecentPayees = () =>
  useLiveApiQuery<RecentPayeeList>(['dashboard', 'payees', 'recent'], '/payees/recent', 'transaction');
