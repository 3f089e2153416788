import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { Language } from '@bank/contracts/language';
import type {
  Notification,
  NotificationList,
  NotificationListQuery,
  NotificationsRead,
  NotificationType,
  ReadNotificationsRequest,
} from '@bank/contracts/notifications';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import { wholeNumber } from '../common/money-column';
import { notFoundFor } from '../common/not-found';
import { sendLast } from '../common/statements';
import { EventsService } from '../events/events.service';
import { notificationTexts, type NotificationKey } from './notification-texts';

export interface NewNotification {
  type: NotificationType;
  /** Of `locales/notifications.*.json`. */
  key: NotificationKey;
  /** What the text's placeholders stand for; amounts as decimals, `50.00`. See `notificationTexts`. */
  values: Record<string, string>;
}

interface NotificationRow {
  id: string;
  type: NotificationType;
  text_key: string;
  text_values: string;
  created_at: Date;
  read_at: Date | null;
}

/** The most that a list shows; older ones are seldom looked for. */
const listed = 100;

const insertNotification =
  'INSERT INTO notifications (user_id, type, text_key, text_values, created_at) SELECT ?, ?, ?, ?, ?';

/** The types that a person may switch off (not those about security), by the column of `preferences` that says so. */
const switches: Partial<Record<NotificationType, string>> = {
  transaction: 'transaction_alerts',
};

const filters: Record<NotificationListQuery['filter'], string> = {
  all: '',
  unread: 'AND read_at IS NULL',
  transaction: `AND type = 'transaction'`,
  security: `AND type = 'security'`,
};

/** What people are told about their account, kept until they delete it. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Notifies a person, unless they switched such alerts off, as part of the transaction that did what they are
   * told; worded when they read it.
   */
  notify(runner: QueryRunner, userId: number, { type, key, values }: NewNotification): void {
    const row = [userId, type, key, JSON.stringify(values), this.clock.now()];
    const column = switches[type];
    const unlessOff = column
      ? ` FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM preferences WHERE user_id = ? AND ${column} = 0)`
      : '';
    sendLast(runner, [insertNotification + unlessOff, column ? [...row, userId] : row]);
    this.events.emitNotification(runner, userId, type);
  }

  /** The newest notifications of a person that pass the filter, worded in a language. */
  async list(
    { userId }: Actor,
    { filter }: NotificationListQuery,
    language: Language,
  ): Promise<NotificationList> {
    const rows = (await this.dataSource.query(
      `SELECT id, type, text_key, text_values, created_at, read_at FROM notifications
       WHERE user_id = ? ${filters[filter]} ORDER BY created_at DESC, id DESC LIMIT ?`,
      [userId, listed],
    )) as NotificationRow[];
    return {
      notifications: rows.map((row) => wireNotification(row, language)),
      unread: await this.unread(userId),
    };
  }

  /** Marks notifications of a person as read, all of them unless some are named; those of others stay as they are. */
  async read({ userId }: Actor, { ids }: ReadNotificationsRequest): Promise<NotificationsRead> {
    const some = ids === undefined ? '' : 'AND id IN (?)';
    if (ids === undefined || ids.length > 0) {
      await this.dataSource.query(
        `UPDATE notifications SET read_at = ? WHERE user_id = ? AND read_at IS NULL ${some}`,
        [this.clock.now(), userId, ...(ids === undefined ? [] : [ids])],
      );
    }
    return { success: true, unread: await this.unread(userId) };
  }

  /** @throws Failure NOT_FOUND when there is no such notification of the person's. */
  async remove({ userId }: Actor, id: number): Promise<void> {
    const removed = (await this.dataSource.query('DELETE FROM notifications WHERE id = ? AND user_id = ?', [
      id,
      userId,
    ])) as { affectedRows: number };
    if (removed.affectedRows === 0) {
      throw await notFoundFor(this.dataSource, 'notifications', id, userId);
    }
  }

  private async unread(userId: number): Promise<number> {
    const [row] = (await this.dataSource.query(
      'SELECT COUNT(*) AS unread FROM notifications WHERE user_id = ? AND read_at IS NULL',
      [userId],
    )) as [{ unread: string }];
    return wholeNumber(row.unread);
  }
}

const wireNotification = (row: NotificationRow, language: Language): Notification => ({
  id: wholeNumber(row.id),
  type: row.type,
  ...notificationTexts(row.text_key, JSON.parse(row.text_values) as Record<string, string>, language),
  timestamp: row.created_at.toISOString(),
  read: row.read_at !== null,
});
