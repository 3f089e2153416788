import type { Exchanged, Quote, QuoteRequest } from '@bank/contracts/exchange';
import { api } from '@bank/client/api';
import { expectTransaction } from '@bank/client/live-events';
import { useQueryClient } from '@bank/client/query';
import { accountsKey } from '../account/accounts-key';
import { balanceKey } from '../balance/balance.api';
import { customerTransactions } from '../transactions/transactions.api';

/** A quote, whose time runs from now on. */
export interface HeldQuote extends Quote {
  /** By this browser's own steady clock, whatever time it believes it is. */
  arrivedAt: number;
}

export async function requestQuote(request: QuoteRequest): Promise<HeldQuote> {
  const quote = await api.post<Quote>('/exchange/quotes', request);
  return { ...quote, arrivedAt: performance.now() };
}

export const exchange = (quoteId: number, idempotencyKey: string) =>
  api.post<Exchanged>('/exchange', { quote_id: quoteId }, { idempotencyKey });

/** Refetches the accounts after an exchange of the caller's own, once: its live event fetches nothing more. */
export function useExchangeRefresh() {
  const queries = useQueryClient();
  return (reference: string) => {
    if (!expectTransaction(reference)) return;
    for (const queryKey of [accountsKey, balanceKey, customerTransactions.queryKey])
      void queries.invalidateQueries({ queryKey });
  };
}
