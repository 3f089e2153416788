import type { OwnPayment } from '@bank/contracts/payments';
import { api } from '@bank/client/api';
import { useLiveApiQuery } from '@bank/client/api-query';
import { useQueryClient } from '@bank/client/query';
import { accountsKey } from '../account/accounts-key';

const keyOf = (id: number) => ['dashboard', 'payments', id];

/** The caller's own payment with its way, refetched whenever it moves. */
export const useOwnPayment = (id: number, options: { enabled?: boolean } = {}) =>
  useLiveApiQuery<OwnPayment>(keyOf(id), `/user/payments/${id}`, ['transaction'], options);

/** Cancels a payment, or recalls one that was sent; the response replaces the displayed one. */
export function useCancelPayment({ id }: OwnPayment) {
  const queries = useQueryClient();
  return async (idempotencyKey: string) => {
    const payment = await api.post<OwnPayment>(`/user/payments/${id}/cancel`, undefined, { idempotencyKey });
    queries.setQueryData(keyOf(id), payment);
    const refetched = [['dashboard', 'transactions'], accountsKey].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    );
    await Promise.all(refetched);
  };
}
