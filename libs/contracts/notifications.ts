import { z } from 'zod';
import { moment } from './time';
import { defaulting, optional } from './validation';

/** The types of a notification (specification 2, section 3). */
export const notificationTypes = ['transaction', 'security', 'success', 'warning', 'error', 'info'] as const;
export type NotificationType = (typeof notificationTypes)[number];

export const notification = z
  .object({
    id: z.int(),
    type: z.enum(notificationTypes),
    title: z.string(),
    message: z.string(),
    /** The page of the customer site where something can be done about it. */
    link: z.string().optional(),
    timestamp: moment,
    read: z.boolean(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;

export const notificationListQuery = z.strictObject({
  filter: defaulting(z.enum(['all', 'unread', 'transaction', 'security']), 'all'),
});
export type NotificationListQuery = z.infer<typeof notificationListQuery>;

/** The newest notifications, at most 100; `unread` counts all unread ones, regardless of the filter. */
export const notificationList = z.object({ notifications: z.array(notification), unread: z.int() });
export type NotificationList = z.infer<typeof notificationList>;

/** Without `ids`, all notifications are marked as read. */
export const readNotificationsRequest = z
  .object({ ids: optional(z.array(z.int().positive()).max(100)) })
  .default({});
export type ReadNotificationsRequest = z.infer<typeof readNotificationsRequest>;

/** `marked_at` names the marking, so that exactly it can be taken back; absent where nothing is marked. */
export const notificationsRead = z
  .object({ success: z.literal(true), unread: z.int(), marked_at: moment.optional() })
  .meta({ id: 'NotificationsRead' });
export type NotificationsRead = z.infer<typeof notificationsRead>;

/** The marking to take back, and of it only these notifications; the caller's newest one unless it is named. */
export const undoReadRequest = z
  .object({ marked_at: optional(moment), ids: optional(z.array(z.int().positive()).max(100)) })
  .default({});
export type UndoReadRequest = z.infer<typeof undoReadRequest>;
