import { isDecidable, type ListedPayment } from '@bank/contracts/payments';
import { type Selection as SelectionOf, useSelection as useSelectionOf } from '@bank/client/selection';
import { fetchMatching, type PaymentQuery } from './payments.api';
import { useMayDecide } from './use-may-decide';

/** The payments that are chosen: undecided ones, by whom may decide them. */
export function useSelection(rows: readonly ListedPayment[], query: PaymentQuery): Selection {
  const mayDecide = useMayDecide();
  return useSelectionOf(rows, {
    of: { ...query, page: 1 },
    isEligible: (payment) => mayDecide && isDecidable(payment),
    fetchMatching: () => fetchMatching(query),
  });
}

export type Selection = SelectionOf<ListedPayment>;
