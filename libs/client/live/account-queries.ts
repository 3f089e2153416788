import type { CardChallengeList } from '@bank/contracts/card-challenges';
import type { CardList } from '@bank/contracts/cards';
import type { TwoFactorState } from '@bank/contracts/settings';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useApiQuery, useLiveApiQuery } from '@bank/client/api-query';

/** The key of the cards: what one remote fetches or refreshes, all remotes show. */
export const cardsKey = ['@bank/client', 'cards'];

/** The caller's cards, oldest first; a `card` event refreshes them. */
export const useCards = () => useLiveApiQuery<CardList>(cardsKey, '/carte', 'card');

/** The key of the online payments that wait for the caller: of the shell's notice, and of their page. */
export const cardChallengesKey = ['@bank/client', 'card-challenges'];

/** Those, and the payments that are over; an event refreshes them. */
export const useCardChallenges = () =>
  useLiveApiQuery<CardChallengeList>(cardChallengesKey, '/carte/challenges', 'card_challenge');

export const twoFactorKey = ['@bank/client', '2fa'];

/** Whether the caller signs in with a second factor; `staleTime` in ms. */
export const useTwoFactor = (options: { staleTime?: number } = {}) =>
  useApiQuery<TwoFactorState>(twoFactorKey, '/settings/2fa', options);
