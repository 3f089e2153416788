import type { CardSpending } from '@bank/contracts/card-spending';
import { useLiveApiQuery } from '@bank/client/api-query';

const spendingKey = ['cards', 'card-spending'];

/** The spending of a card in the last twelve months; without a card, of all the caller's. */
export const useSpending = (cardId: string) =>
  useLiveApiQuery<CardSpending>([...spendingKey, cardId], '/carte/spending', 'card_purchase', {
    query: { months: 12, card_id: cardId },
    keepsPrevious: true,
    liveKey: spendingKey,
  });
