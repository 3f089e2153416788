import { type PaymentListQuery, paymentListQuery } from '@bank/contracts/payments';
import { useFilters } from '@bank/client/use-filters';
import type { TableSort } from '@bank/ui/data-table';

type Sort = PaymentListQuery['sort'];

const columnOf: Record<Sort, string> = { newest: 'date', oldest: 'date', risk: 'risk', amount: 'amount' };
const sortOf: Record<string, Sort> = { risk: 'risk', amount: 'amount' };

/** The order of a list without a chosen one: who waits longest comes first, what is decided begins with the newest. */
export const usualSort = (status: string): Sort => (status === 'pending' ? 'oldest' : 'newest');

/** The order of the list, kept in the URL unless it is the usual one; the date once more for the other way round. */
export function usePaymentSort(status: string): TableSort {
  const { values, change } = useFilters(paymentListQuery.shape, ['sort']);
  const usual = usualSort(status);
  const sort = (values.sort || usual) as Sort;
  const byDate = (): Sort => (sort === usual ? (usual === 'oldest' ? 'newest' : 'oldest') : usual);
  const onSort = (column: string) => {
    const next = sortOf[column] ?? byDate();
    change({ sort: next === usual ? '' : next });
  };
  return { key: columnOf[sort], order: sort === 'oldest' ? 'asc' : 'desc', onSort };
}
