import type {
  Card,
  CardChanged,
  CardCreated,
  CardStatusRequest,
  CardWritten,
  CreateCardRequest,
  WriteCardRequest,
} from '@bank/contracts/cards';
import { cardsKey } from '@bank/client/account-queries';
import { useRefresh } from '@bank/client/api-query';
import { api } from '@bank/client/api';
import { useMutation } from '@bank/client/query';
import { useChangeOf } from '../card/card.api';

/** Orders a card, which is issued at once; idempotent by its key. */
export const createCard = (request: CreateCardRequest, idempotencyKey: string) =>
  api.post<CardCreated>('/cards/create', request, { idempotencyKey });

/** Blocks or unblocks a card; not optimistic, since a card must not look blocked before it is. */
export function useCardStatus(card: Card) {
  const change = useChangeOf(card);
  return useMutation({
    mutationFn: (status: CardStatusRequest['status']) =>
      change(
        () => api.put<CardChanged>(`/carte/${card.id}/status`, { status }),
        (now) => now.status === status,
      ),
  });
}

/** Writes to the magnetic stripe of a card; the same key writes once. Track data must not be stored. */
export const writeCard = (request: WriteCardRequest, idempotencyKey: string) =>
  api.post<CardWritten>('/carte/write', request, { idempotencyKey });

export const useCardsRefresh = () => useRefresh(cardsKey);
