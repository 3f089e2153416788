import type {
  CardChanged,
  CardCreated,
  CardList,
  CardStatusRequest,
  CardWritten,
  CreateCardRequest,
  WriteCardRequest,
} from '@bank/contracts/cards';
import { api } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { useMutation, useQuery, useQueryClient } from '@bank/client/query';

/** Whatever shows the cards asks under this key; a `card` event makes it stale. */
export const cardsKey = ['cards'];

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

/** Blocks a card or lifts the block; what is shown changes once the server has agreed. */
export function useCardStatus(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (status: CardStatusRequest['status']) =>
      api.put<CardChanged>(`/carte/${id}/status`, { status }),
    onSuccess: ({ card }) =>
      queries.setQueryData<CardList>(
        cardsKey,
        (list) => list && { cards: list.cards.map((other) => (other.id === card.id ? card : other)) },
      ),
  });
}

/** Writes to the stripe of a card; the same key writes once. Track data goes nowhere but into this call. */
export const writeCard = (request: WriteCardRequest, idempotencyKey: string) =>
  api.post<CardWritten>('/carte/write', request, { idempotencyKey });

/** Has whatever shows the cards ask for them anew. */
export function useCardsRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: cardsKey });
}
