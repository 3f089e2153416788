import type { CardChallenge, CardChallengeList, ChallengeAnswered } from '@bank/contracts/card-challenges';
import { api } from '@bank/client/api';
import { cardChallengesKey } from '@bank/client/account-queries';
import { useRefresh } from '@bank/client/api-query';
import { useQueryClient } from '@bank/client/query';

/** Refetches them, and returns what became of one that is over. */
export function useOutcomeOf({ id }: Pick<CardChallenge, 'id'>) {
  const refresh = useRefresh(cardChallengesKey);
  const queries = useQueryClient();
  return async (): Promise<CardChallenge['state'] | undefined> => {
    await refresh();
    const known = queries.getQueryData<CardChallengeList>(cardChallengesKey);
    return known?.over.find((each) => each.id === id)?.state;
  };
}

/** An approval asks the person to confirm it. */
export const answerChallenge = (id: string, answer: 'approve' | 'refuse') =>
  api.post<ChallengeAnswered>(`/carte/challenges/${id}/${answer}`);
