import type { CardCreated, CardList, CreateCardRequest } from '@bank/contracts/cards';
import { api } from '@bank/client/api';
import { useQuery, useQueryClient } from '@bank/client/query';

const cardsKey = ['cards'];

/** The caller's cards, oldest first. */
export const useCards = () =>
  useQuery({
    queryKey: cardsKey,
    queryFn: ({ signal }) => api.get<CardList>('/carte', { signal }),
  });

/** Orders a card, which is issued at once; the same key orders it once. */
export const createCard = (request: CreateCardRequest, idempotencyKey: string) =>
  api.post<CardCreated>('/cards/create', request, { idempotencyKey });

/** Has whatever shows the cards ask for them anew. */
export function useCardsRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: cardsKey });
}
