import type { PaymentList } from '@bank/contracts/payments';
import { api } from '@bank/client/api';
import { keepPreviousData, useQuery } from '@bank/client/query';

interface PaymentQuery {
  page: number;
  status: string;
  search: string;
}

/** How many payments a page holds (specification 1, section 9). */
const pageSize = 20;

/** One page of the payments to the outside, newest first, and the summary of all of them. */
export const usePayments = (query: PaymentQuery) =>
  useQuery({
    queryKey: ['admin', 'payments', query],
    queryFn: ({ signal }) =>
      api.get<PaymentList>('/paiement', { query: { ...query, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  });
