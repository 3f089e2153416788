import { Injectable } from '@nestjs/common';
import type { EventData, EventType } from '@bank/contracts/events';
import type { NotificationType } from '@bank/contracts/notifications';
import { Clock } from '../time/clock.service';
import type { Transaction } from '../database/database';
import type { LiveEvent } from './live-event';
import { packedAtOnce, packedEvents, packedFrom, packedNotifications } from './packed-events';

export type { LiveEvent };

const insertNotificationEvent = `
  INSERT INTO events (user_id, type, data, created_at)
  SELECT ?, 'notification', JSON_OBJECT('id', LAST_INSERT_ID(), 'type', ?), ? FROM DUAL WHERE ROW_COUNT() > 0`;

const insertEvents = 'INSERT INTO events (user_id, type, data, created_at) VALUES';

/** The event of the nth notification that the statement before inserted: they have ids in equal steps. */
const eventOfNth = `
  (?, 'notification', JSON_OBJECT('id', LAST_INSERT_ID() + ? * @@auto_increment_increment, 'type', ?), ?)`;

/** Publishes live events as rows that every server reads once they are committed; see `EventStreams`. */
@Injectable()
export class EventsService {
  constructor(private readonly clock: Clock) {}

  /** Publishes an event to a user's pages, or all administrators', when the transaction commits. */
  emit<T extends EventType>(tx: Transaction, to: LiveEvent['to'], type: T, data: EventData<T>): void {
    this.emitAll(tx, [{ to, type, data }]);
  }

  /** Publishes several events in one statement; very many in a few rows. */
  emitAll(tx: Transaction, events: LiveEvent[]): void {
    if (events.length === 0) return;
    const now = this.clock.now();
    if (events.length >= packedFrom) {
      for (let from = 0; from < events.length; from += packedAtOnce) {
        tx.defer(packedEvents(events.slice(from, from + packedAtOnce), now));
      }
      return;
    }
    const rows = events.map(({ to, type, data }) => [
      to === 'administrators' ? null : to,
      type,
      JSON.stringify(data),
      now,
    ]);
    tx.defer([`${insertEvents} ?`, [rows]]);
  }

  /** Publishes the notification whose INSERT was deferred just before, unless preferences kept it from inserting a row. */
  emitNotification(tx: Transaction, to: number, type: NotificationType): void {
    tx.defer([insertNotificationEvent, [to, type, this.clock.now()]]);
  }

  /** Publishes notifications, whose one INSERT was deferred just before. */
  emitNotifications(tx: Transaction, all: readonly { userId: number; type: NotificationType }[]): void {
    const now = this.clock.now();
    if (all.length >= packedFrom) return tx.defer(packedNotifications(all, now));
    const values = all.flatMap(({ userId, type }, nth) => [userId, nth, type, now]);
    tx.defer([`${insertEvents} ${all.map(() => eventOfNth).join(',')}`, values]);
  }
}
