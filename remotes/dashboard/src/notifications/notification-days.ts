import type { Notification } from '@bank/contracts/notifications';
import { bankDay } from '@bank/i18n/format';

/** The notifications of one day of Paris, at least one. */
interface NotificationDay {
  day: string;
  rows: [Notification, ...Notification[]];
}

/** A list, newest first, by days of Paris, in its order. */
export function notificationDays(notifications: readonly Notification[]): NotificationDay[] {
  const days: NotificationDay[] = [];
  for (const notification of notifications) {
    const day = bankDay(notification.timestamp);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(notification);
    else days.push({ day, rows: [notification] });
  }
  return days;
}
