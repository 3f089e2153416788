import type { CardList } from '@bank/contracts/cards';
import type { TwoFactorState } from '@bank/contracts/settings';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useApiQuery, useLiveApiQuery } from '@bank/client/api-query';

/** The key of the cards: what one remote fetches or refreshes, all remotes show. */
export const cardsKey = ['cards'];

/** The caller's cards, oldest first; a `card` event refreshes them. */
export const useCards = () => useLiveApiQuery<CardList>(cardsKey, '/carte', 'card');

export const twoFactorKey = ['settings', '2fa'];

/** Whether the caller signs in with a second factor; `staleTime` in ms. */
export const useTwoFactor = (options: { staleTime?: number } = {}) =>
  useApiQuery<TwoFactorState>(twoFactorKey, '/settings/2fa', options);
