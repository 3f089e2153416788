import type {
  Card,
  CardChanged,
  CardLimits,
  CardList,
  CardLost,
  CardRevealed,
  CardChannel,
} from '@bank/contracts/cards';
import { cardsKey } from '@bank/client/account-queries';
import { api } from '@bank/client/api';
import { hasNoAnswer } from '@bank/client/call-failure';
import { useQueryClient } from '@bank/client/query';

export type LimitName = keyof CardLimits;
/** A limit or a channel with what it becomes. */
export type Control = { limit: LimitName; value: number } | { channel: CardChannel; value: boolean };

/** Sets one limit or channel. */
export const setControl = (id: number, control: Control) =>
  api.put<CardChanged>(
    `/carte/${id}/limits`,
    'limit' in control
      ? { [control.limit]: control.value }
      : { channels: { [control.channel]: control.value } },
  );

export const activateCard = (id: number, digits: string) =>
  api.post<CardChanged>(`/carte/${id}/activate`, { last_four: digits });

/** Ends a card for good; the same key orders one replacement. */
export const loseCard = (id: number, idempotencyKey: string) =>
  api.post<CardLost>(`/carte/${id}/lost`, {}, { idempotencyKey });

/** Never by a query or a mutation, whose caches would keep what it returns. */
export const revealCard = (id: number) => api.post<CardRevealed>(`/carte/${id}/reveal`);

/** Never by a mutation, whose cache would keep the PIN. */
export const choosePin = (id: number, pin: string) => api.post<CardChanged>(`/carte/${id}/pin`, { pin });

/** Puts a changed card in its place among those that were fetched. */
function useCardChange() {
  const queries = useQueryClient();
  return (card: Card) =>
    queries.setQueryData<CardList>(
      cardsKey,
      (list) => list && { cards: list.cards.map((other) => (other.id === card.id ? card : other)) },
    );
}

type ChangeCall = () => Promise<{ card: Card }>;

export interface ChangeFailure {
  error: unknown;
  /** The server may have made the change: neither its answer came nor the card as it is now. */
  isUnknown: boolean;
}

/**
 * Changes a card and shows it; returns why that failed. After a failure the cards are fetched, since it may have changed
 * meanwhile, or been replaced; a change that was made without an answer is no failure.
 */
export function useChangeAttempt({ id }: Pick<Card, 'id'>) {
  const put = useCardChange();
  const queries = useQueryClient();
  return async (call: ChangeCall, isMade: (card: Card) => boolean): Promise<ChangeFailure | undefined> => {
    try {
      put((await call()).card);
    } catch (error) {
      const list = await api.get<CardList>('/carte').catch(() => undefined);
      if (list) queries.setQueryData(cardsKey, list);
      const now = list?.cards.find((card) => card.id === id);
      const isMaybe = hasNoAnswer(error);
      return isMaybe && now && isMade(now) ? undefined : { error, isUnknown: isMaybe && !now };
    }
    return undefined;
  };
}

/** As `useChangeAttempt`, and throws the error of a failure. */
export function useChangeOf(card: Pick<Card, 'id'>) {
  const attempt = useChangeAttempt(card);
  return async (call: ChangeCall, isMade: (card: Card) => boolean) => {
    const failure = await attempt(call, isMade);
    if (failure) throw failure.error;
  };
}
