import { Injectable } from '@nestjs/common';
import type { Language } from '@bank/contracts/language';
import {
  notificationTypes,
  type Notification,
  type NotificationList,
  type NotificationListQuery,
  type NotificationsRead,
  type NotificationType,
  type ReadNotificationsRequest,
  type UndoReadRequest,
} from '@bank/contracts/notifications';
import { z } from 'zod';
import { jsonOf, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import type { Actor } from '../../platform/http/actor';
import { notFoundFor } from '../../platform/http/not-found';
import type { RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { pageOf } from './notification-pages';
import { notificationTexts, type NotificationKey } from './notification-texts';
import { joinWritten, wordsOf, writtenColumns, writtenRow } from './written';

export interface NewNotification {
  type: NotificationType;
  key: NotificationKey;
  /** The values of the placeholders; amounts as decimals such as `50.00`. See `notificationTexts`. */
  values: Record<string, string>;
}

const notificationRow = rowOf({
  id: whole,
  type: z.enum(notificationTypes),
  text_key: text,
  text_values: jsonOf(z.record(text, text)),
  created_at: moment,
  read_at: moment.nullable(),
  ...writtenRow,
});

const notificationRows = notificationRow.array();
const unreadRow = z.tuple([rowOf({ unread: whole })]);

const maxListed = 100;

/** How long a marking as read can be taken back: the ten seconds of the page, and a slow line. */
const undoMilliseconds = 60_000;
const newestRow = rowOf({ at: moment.nullable() });

const insertNotification =
  'INSERT INTO notifications (user_id, type, text_key, text_values, created_at) SELECT ?, ?, ?, ?, ?';

const insertNotifications =
  'INSERT INTO notifications (user_id, type, text_key, text_values, created_at) VALUES';

const insertWritten =
  'INSERT INTO notifications (user_id, type, text_key, text_values, created_at, written_id) VALUES';

/** The types that users can switch off, and the column of `preferences` that does so. */
const switches = { transaction: 'transaction_alerts' } satisfies Partial<Record<NotificationType, string>>;
const columnOf = (type: NotificationType) => (switches as Partial<Record<NotificationType, string>>)[type];

/** The condition that a user has switched a type off, for a query of users. @param user the column of their id */
export const switchedOff = (type: keyof typeof switches, user: string) =>
  `EXISTS (SELECT 1 FROM preferences WHERE user_id = ${user} AND ${switches[type]} = 0)`;

const filters: Record<NotificationListQuery['filter'], string> = {
  all: '',
  unread: 'AND n.read_at IS NULL',
  transaction: `AND n.type = 'transaction'`,
  security: `AND n.type = 'security'`,
};

const listed = (filter: NotificationListQuery['filter']) => `
  SELECT n.id, n.type, n.text_key, n.text_values, n.created_at, n.read_at, ${writtenColumns}
  FROM notifications n ${joinWritten}
  WHERE n.user_id = ? ${filters[filter]} ORDER BY n.created_at DESC, n.id DESC LIMIT ?`;
const countUnread = 'SELECT COUNT(*) AS unread FROM notifications WHERE user_id = ? AND read_at IS NULL';

@Injectable()
export class NotificationsService {
  constructor(
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** Notifies a user, unless they switched the type off, when the transaction commits. Texts are written when read. */
  notify(tx: Transaction, userId: number, { type, key, values }: NewNotification): void {
    const row = [userId, type, key, JSON.stringify(values), this.clock.now()];
    const column = columnOf(type);
    const unlessOff = column
      ? ` FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM preferences WHERE user_id = ? AND ${column} = 0)`
      : '';
    tx.defer([insertNotification + unlessOff, column ? [...row, userId] : row]);
    this.events.emitNotification(tx, userId, type);
  }

  /**
   * Notifies many users in few statements, when the transaction commits: none who switched the type off, which the caller's
   * query finds by `switchedOff`. A user may be named several times.
   */
  notifyEach(tx: Transaction, all: readonly (NewNotification & { userId: number })[]): void {
    if (all.length === 0) return;
    const now = this.clock.now();
    const rows = all.map(({ userId, type, key, values }) => [userId, type, key, JSON.stringify(values), now]);
    tx.defer([`${insertNotifications} ?`, [rows]]);
    this.events.emitNotifications(tx, all);
  }

  /** Adds a bulk message to the notifications of some users. */
  notifyWritten(tx: Transaction, writtenId: number, users: readonly number[]): void {
    if (users.length === 0) return;
    const now = this.clock.now();
    const rows = users.map((userId) => [userId, 'info', 'written', '{}', now, writtenId]);
    tx.defer([`${insertWritten} ?`, [rows]]);
    this.events.emitNotifications(
      tx,
      users.map((userId) => ({ userId, type: 'info' })),
    );
  }

  /** The caller's newest notifications that pass the filter, in their language. */
  async list(
    { actor: { userId }, language }: RequestContext,
    { filter }: NotificationListQuery,
  ): Promise<NotificationList> {
    const [rows, [{ unread }]] = await this.database.together([
      [listed(filter), [userId, maxListed], notificationRows],
      [countUnread, [userId], unreadRow],
    ]);
    return { notifications: rows.map((row) => toNotificationDto(row, language)), unread };
  }

  /** Marks the caller's notifications as read, all of them unless `ids` is given. */
  async read({ userId }: Actor, { ids }: ReadNotificationsRequest): Promise<NotificationsRead> {
    const sql = 'UPDATE notifications SET read_at = ? WHERE user_id = ? AND read_at IS NULL';
    const now = this.clock.now();
    const values = [now, userId];
    if (ids === undefined) await this.database.write(sql, values);
    else if (ids.length > 0) await this.database.write(`${sql} AND id IN (?)`, [...values, ids]);
    return { success: true, unread: await this.countUnread(userId), marked_at: now.toISOString() };
  }

  /** Takes one of the caller's markings as read back, the newest unless it is named; nothing a minute after it. */
  async unread({ userId }: Actor, { marked_at: named, ids }: UndoReadRequest): Promise<NotificationsRead> {
    const since = new Date(this.clock.now().getTime() - undoMilliseconds);
    await this.database.transaction(async (tx) => {
      const at = named === undefined ? await newestMarking(tx, userId, since) : new Date(named);
      const back = 'UPDATE notifications SET read_at = NULL WHERE user_id = ? AND read_at = ?';
      if (!at || at < since || ids?.length === 0) return;
      if (ids === undefined) await tx.write(back, [userId, at]);
      else await tx.write(`${back} AND id IN (?)`, [userId, at, ids]);
    });
    return { success: true, unread: await this.countUnread(userId) };
  }

  /** @throws ApiException NOT_FOUND when the notification is not the caller's. */
  async remove({ userId }: Actor, id: number): Promise<void> {
    const sql = 'DELETE FROM notifications WHERE id = ? AND user_id = ?';
    const removed = await this.database.write(sql, [id, userId]);
    if (removed.affectedRows === 0) {
      throw await notFoundFor(this.database, 'notifications', id, userId);
    }
  }

  private countUnread(userId: number): Promise<number> {
    return this.database.count(countUnread, [userId]);
  }
}

async function newestMarking(tx: Transaction, userId: number, since: Date): Promise<Date | null> {
  const sql = 'SELECT MAX(read_at) AS at FROM notifications WHERE user_id = ? AND read_at >= ?';
  return (await tx.one(newestRow, sql, [userId, since])).at;
}

const toNotificationDto = (row: z.infer<typeof notificationRow>, language: Language): Notification => ({
  id: row.id,
  type: row.type,
  ...notificationTexts(row.text_key, { ...row.text_values, ...wordsOf(row, language) }, language),
  ...linkOf(row.text_key),
  timestamp: row.created_at.toISOString(),
  read: row.read_at !== null,
});

function linkOf(key: string): { link?: string } {
  const link = pageOf(key);
  return link === undefined ? {} : { link };
}
