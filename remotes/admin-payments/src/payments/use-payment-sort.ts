import { type PaymentListQuery, paymentListQuery } from '@bank/contracts/payments';
import { useFilters } from '@bank/client/use-filters';
import type { TableSort } from '@bank/ui/data-table';

type Sort = PaymentListQuery['sort'];

const columnOf: Record<Sort, string> = { newest: 'date', oldest: 'date', risk: 'risk', amount: 'amount' };
const sortOf: Record<string, Sort> = { date: 'newest', risk: 'risk', amount: 'amount' };

/** The order of the list, kept in the URL: newest first, unless a column is chosen; the date once more for oldest first. */
export function usePaymentSort(): TableSort {
  const { values, change } = useFilters(paymentListQuery.shape, ['sort']);
  const sort = (values.sort || 'newest') as Sort;
  const onSort = (column: string) => {
    const next = column === 'date' && sort === 'newest' ? 'oldest' : sortOf[column];
    change({ sort: next === undefined || next === 'newest' ? '' : next });
  };
  return { key: columnOf[sort], order: sort === 'oldest' ? 'asc' : 'desc', onSort };
}
