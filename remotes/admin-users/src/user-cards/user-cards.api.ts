import type { ManagedCards } from '@bank/contracts/admin-cards';
import type { CardChanged } from '@bank/contracts/cards';
import { api } from '@bank/client/api';
import { useApiQuery, useRefresh } from '@bank/client/api-query';

const keyOf = (userId: number) => ['admin-users', 'user-cards', userId];

export const useUserCards = (userId: number) =>
  useApiQuery<ManagedCards>(keyOf(userId), `/admin/users/${userId}/cards`);

export const useUserCardsRefresh = (userId: number) => useRefresh(keyOf(userId));

/** The bank's own block, which the holder cannot lift. */
export const setBlock = (cardId: number, blocked: boolean, reason: string) =>
  api.put<CardChanged>(`/admin/cards/${cardId}/block`, { blocked, reason });
