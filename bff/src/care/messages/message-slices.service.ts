import { Injectable } from '@nestjs/common';
import { idRow } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import * as sql from './customer-messages.sql';
import { segmentFilter } from './segment';

/** Customers who are looked at in one transaction, and the most who are written to. */
const lookedAt = 5_000;
const written = 500;

const minute = 60_000;

/**
 * Sends messages slice by slice. A slice moves the message's place among the customers in the transaction that writes to
 * them, so that each gets it once, whatever dies and however many servers send.
 */
@Injectable()
export class MessageSlices {
  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /** Sends one slice of the message that is due the longest; undefined when none is due, otherwise how many were written to. */
  sendSlice(): Promise<number | undefined> {
    const now = this.clock.now();
    return this.database.transaction(async (tx) => {
      const due = await tx.row(sql.dueRow, sql.lockDue, [now]);
      return due && this.send(tx, due, now);
    });
  }

  private async send(tx: Transaction, message: sql.DueMessage, now: Date): Promise<number> {
    const { id, writtenId, marketing, segment, perMinute, afterId, lastId } = message;
    const end = Math.min(afterId + lookedAt, lastId);
    const most = Math.min(written, perMinute);
    const filter = segmentFilter(segment, marketing ? 'marketing' : 'service', now);
    const rows = await tx.rows(
      idRow,
      `SELECT u.id FROM users u WHERE u.id > ? AND u.id <= ? AND ${filter.sql} ORDER BY u.id LIMIT ?`,
      [afterId, end, ...filter.values, most],
    );
    const users = rows.map((row) => row.id);
    this.notifications.notifyWritten(tx, writtenId, users);
    const place = users.length === most ? (users.at(-1) ?? end) : end;
    const isOver = place >= lastId;
    const next = new Date(now.getTime() + Math.ceil((users.length * minute) / perMinute));
    await tx.write(sql.advance, [
      place,
      users.length,
      isOver ? null : next,
      isOver ? 'sent' : 'sending',
      isOver ? now : null,
      id,
    ]);
    return users.length;
  }
}
