import type { RecentPayeeList } from '@bank/contracts/payees';
import { useLiveApiQuery } from '@bank/client/api-query';

/** The payees to whom the person has sent money, refetched after every movement. */
export const useRecentPayees = () =>
  useLiveApiQuery<RecentPayeeList>(['dashboard', 'payees', 'recent'], '/payees/recent', 'transaction');
