import type { CardChallenge, CardChallengeList, ChallengeAnswered } from '@bank/contracts/card-challenges';
import { api } from '@bank/client/api';
import { useLiveApiQuery, useRefresh } from '@bank/client/api-query';
import { useQueryClient } from '@bank/client/query';

/** Also the key of the shell's notice of a payment that waits. */
const challengesKey = ['card-challenges'];

/** The online payments that wait for the caller, and those that are over; an event refreshes them. */
export const useChallenges = () =>
  useLiveApiQuery<CardChallengeList>(challengesKey, '/carte/challenges', 'card_challenge');

/** Refetches them, and returns what became of one that is over. */
export function useOutcomeOf({ id }: Pick<CardChallenge, 'id'>) {
  const refresh = useRefresh(challengesKey);
  const queries = useQueryClient();
  return async (): Promise<CardChallenge['state'] | undefined> => {
    await refresh();
    return queries.getQueryData<CardChallengeList>(challengesKey)?.over.find((each) => each.id === id)?.state;
  };
}

/** An approval asks the person to confirm it. */
export const answerChallenge = (id: string, answer: 'approve' | 'refuse') =>
  api.post<ChallengeAnswered>(`/carte/challenges/${id}/${answer}`);
