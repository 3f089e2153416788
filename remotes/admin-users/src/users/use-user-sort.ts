import { userListQuery, type UserSort } from '@bank/contracts/admin';
import { useFilters } from '@bank/client/use-filters';

/**
 * The order of the list, kept in the URL; by id by default. Choosing a column sorts by it, choosing it again reverses
 * the order.
 */
export function useUserSort() {
  const { values, change } = useFilters(userListQuery.shape, ['sort', 'order']);
  const key = (values.sort || 'id') as UserSort;
  const order = values.order === 'desc' ? ('desc' as const) : ('asc' as const);
  const sortBy = (sort: string, wanted: string) =>
    change({ sort: sort === 'id' ? '' : sort, order: wanted === 'desc' ? wanted : '' });
  return {
    /** The query parameters. */
    values,
    key,
    order,
    onSort: (column: string) => sortBy(column, column === key && order === 'asc' ? 'desc' : 'asc'),
    /** A column and a direction at once: "balance desc". */
    choose: (both: string) => {
      const [column = 'id', wanted = 'asc'] = both.split(' ');
      sortBy(column, wanted);
    },
  };
}

export type UserSorting = ReturnType<typeof useUserSort>;
