import type {
  NotificationList,
  NotificationListQuery,
  NotificationsRead,
} from '@bank/contracts/notifications';
import { api, ApiError } from '@bank/client/api';
import { announceElsewhere, useLiveRefresh } from '@bank/client/live-events';
import { useMutation, useQuery, useQueryClient } from '@bank/client/query';
import { useLanguage } from '@bank/i18n/language';

export type NotificationFilter = NotificationListQuery['filter'];

const notificationsKey = ['notifications'];

/** The caller's newest notifications, in the language of the page: the server words them. */
export function useNotifications(filter: NotificationFilter) {
  const query = useQuery({
    queryKey: [...notificationsKey, filter, useLanguage()],
    queryFn: ({ signal }) => api.get<NotificationList>('/notifications', { query: { filter }, signal }),
  });
  useLiveRefresh(['notification', 'tidied'], notificationsKey);
  return query;
}

/** How many notifications are unread; undefined while that is not known. */
export const useUnreadCount = (): number | undefined => useNotifications('unread').data?.unread;

/** Marks the notifications of these ids as read, all of them unless some are named. */
export const useMarkRead = () =>
  useNotificationChange((ids: number[] | undefined) =>
    api.post<NotificationsRead>('/notifications/read', { ids }),
  );

/** Deletes a notification for good; one that is gone already is no failure. */
export const useDeleteNotification = () =>
  useNotificationChange((id: number) =>
    api.delete(`/notifications/${id}`).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }),
  );

/** A change is over once every list shows it: the screens hear of new data a tick after it is there. */
function useNotificationChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => announceElsewhere({ type: 'tidied', data: {} }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: notificationsKey });
      await new Promise((shown) => setTimeout(shown));
    },
  });
}
