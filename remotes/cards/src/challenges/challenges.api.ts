import type { CardChallengeList, ChallengeAnswered } from '@bank/contracts/card-challenges';
import { api } from '@bank/client/api';
import { useLiveApiQuery, useRefresh } from '@bank/client/api-query';

/** Also the key of the shell's notice of a payment that waits. */
const challengesKey = ['card-challenges'];

/** The online payments that wait for the caller, and those that are over; an event refreshes them. */
export const useChallenges = () =>
  useLiveApiQuery<CardChallengeList>(challengesKey, '/carte/challenges', 'card_challenge');

export const useChallengesRefresh = () => useRefresh(challengesKey);

/** An approval asks the person to confirm it. */
export const answerChallenge = (id: string, answer: 'approve' | 'refuse') =>
  api.post<ChallengeAnswered>(`/carte/challenges/${id}/${answer}`);
