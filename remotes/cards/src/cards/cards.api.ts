import type {
  CardChanged,
  CardCreated,
  CardList,
  CardStatusRequest,
  CardWritten,
  CreateCardRequest,
  WriteCardRequest,
} from '@bank/contracts/cards';
import { cardsKey } from '@bank/client/account-queries';
import { useRefresh } from '@bank/client/api-query';
import { api } from '@bank/client/api';
import { useMutation, useQueryClient } from '@bank/client/query';

/** Orders a card, which is issued at once; idempotent by its key. */
export const createCard = (request: CreateCardRequest, idempotencyKey: string) =>
  api.post<CardCreated>('/cards/create', request, { idempotencyKey });

/** Blocks or unblocks a card; not optimistic, since a card must not look blocked before it is. */
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

/** Writes to the magnetic stripe of a card; the same key writes once. Track data must not be stored. */
export const writeCard = (request: WriteCardRequest, idempotencyKey: string) =>
  api.post<CardWritten>('/carte/write', request, { idempotencyKey });

export const useCardsRefresh = () => useRefresh(cardsKey);
