import type { CardPurchaseList } from '@bank/contracts/card-purchases';
import { useLiveApiQuery } from '@bank/client/api-query';

const purchasesKey = ['cards', 'card-purchases'];

/** One page of what the caller's cards were used for, newest first; without a card, of all of them. */
export const usePurchases = (page: number, cardId: string) => {
  const query = { page, card_id: cardId };
  return useLiveApiQuery<CardPurchaseList>([...purchasesKey, query], '/carte/purchases', 'card_purchase', {
    query,
    keepsPrevious: true,
    liveKey: purchasesKey,
  });
};
