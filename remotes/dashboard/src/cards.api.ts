import type { CardList } from '@bank/contracts/cards';
import { api } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { useQuery } from '@bank/client/query';

/** The same as that of the cards' own screens: what one of them fetched or refreshes, all show. */
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
