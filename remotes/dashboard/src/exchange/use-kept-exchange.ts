import type { QuoteRequest } from '@bank/contracts/exchange';
import { readDraft, removeDraft, writeDraft } from '@bank/client/draft';
import { useSession } from '@bank/client/session';
import type { HeldQuote } from './exchange.api';

/** Names the exchange whose outcome is unknown, and its key. */
export const keptExchange = 'exchange-sent';

export interface SentExchange {
  order: QuoteRequest;
  quote: HeldQuote;
}

/**
 * The exchange that was confirmed and whose outcome is unknown, kept for this tab over a reload: another quote could make it
 * twice, so it is asked for again under its key first.
 */
export function useKeptExchange() {
  const userId = useSession().user?.id;
  return {
    read: (): SentExchange | undefined => {
      const { order, quote } = (userId && readDraft<SentExchange>(userId, keptExchange)) || {};
      // The page's clock began with the page: what time the offer has left is not known.
      return order && quote && { order, quote: { ...quote, arrivedAt: -Infinity } };
    },
    write: (sent: SentExchange) => {
      if (userId) writeDraft(userId, keptExchange, sent);
    },
    /** Forgets the exchange of a quote, once its outcome is known. */
    forget: (quoteId: number) => {
      if (userId && readDraft<SentExchange>(userId, keptExchange)?.quote?.id === quoteId)
        removeDraft(userId, keptExchange);
    },
  };
}
