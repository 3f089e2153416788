import type { CardCreated, CardList, CreateCardRequest } from '@bank/contracts/cards';
import { api } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { useQuery, useQueryClient } from '@bank/client/query';

const cardsKey = ['cards'];

/** The caller's cards, oldest first. */
export function useCards() {
  const query = useQuery({
    queryKey: cardsKey,
    queryFn: ({ signal }) => api.get<CardList>('/carte', { signal }),
  });
  useLiveRefresh('card', cardsKey);
  return query;
}

/** Orders a card, which is issued at once; the same key orders it once. */
export const createCard = (request: CreateCardRequest, idempotencyKey: string) =>
  api.post<CardCreated>('/cards/create', request, { idempotencyKey });

/** Has whatever shows the cards ask for them anew. */
export function useCardsRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: cardsKey });
}
