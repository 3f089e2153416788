import type {
  NotificationList,
  NotificationListQuery,
  NotificationsRead,
  UndoReadRequest,
} from '@bank/contracts/notifications';
import { useLiveApiQuery } from '@bank/client/api-query';
import { api } from '@bank/client/api';
import { publishToOtherTabs } from '@bank/client/live-events';
import { useMutation, useQueryClient } from '@bank/client/query';
import { useLanguage } from '@bank/i18n/language';
import { alreadyGone } from '../already-gone';

export type NotificationFilter = NotificationListQuery['filter'];

const notificationsKey = ['dashboard', 'notifications'];

/** The caller's newest notifications; the server writes them in the language of the page. */
export function useNotifications(filter: NotificationFilter) {
  return useLiveApiQuery<NotificationList>(
    [...notificationsKey, filter, useLanguage()],
    '/notifications',
    ['notification', 'tidied'],
    { query: { filter }, liveKey: notificationsKey },
  );
}

/** The number of unread notifications; undefined while loading. */
export const useUnreadCount = (): number | undefined => useNotifications('unread').data?.unread;

/** Marks the notifications with these ids as read, or all of them. */
export const useMarkRead = () =>
  useNotificationChange((ids: number[] | undefined) =>
    api.post<NotificationsRead>('/notifications/read', { ids }),
  );

/** Takes a marking back. */
export const useMarkUnread = () =>
  useNotificationChange((marking: UndoReadRequest) =>
    api.post<NotificationsRead>('/notifications/read/undo', marking),
  );

/** Deletes a notification permanently; one that no longer exists is no failure. */
export const useDeleteNotification = () =>
  useNotificationChange((id: number) => api.delete(`/notifications/${id}`).catch(alreadyGone));

/** Resolves once every list is updated; components render new data one tick later. */
function useNotificationChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => publishToOtherTabs({ type: 'tidied', data: {} }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: notificationsKey });
      await new Promise((shown) => setTimeout(shown));
    },
  });
}
