import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { EventData, EventType } from '@bank/contracts/events';
import type { NotificationType } from '@bank/contracts/notifications';
import { Clock } from '../common/clock';
import { rowsOf, sendLast } from '../common/statements';

export interface LiveEvent<T extends EventType = EventType> {
  /** Whose open pages hear of it. */
  to: number | 'administrators';
  type: T;
  data: EventData<T>;
}

const tellOfNotification = `
  INSERT INTO events (user_id, type, data, created_at)
  SELECT ?, 'notification', JSON_OBJECT('id', LAST_INSERT_ID(), 'type', ?), ? FROM DUAL WHERE ROW_COUNT() > 0`;

const insertEvents = 'INSERT INTO events (user_id, type, data, created_at) VALUES';

/** Tells open pages what changed, by rows that every server reads once they are committed; see `EventStreams`. */
@Injectable()
export class EventsService {
  constructor(private readonly clock: Clock) {}

  /** Tells a customer's pages, or all administrators', as part of the transaction that makes it true. */
  emit<T extends EventType>(runner: QueryRunner, to: LiveEvent['to'], type: T, data: EventData<T>): void {
    this.emitAll(runner, [{ to, type, data }]);
  }

  /** The same for several events, in one statement. */
  emitAll(runner: QueryRunner, events: LiveEvent[]): void {
    if (events.length === 0) return;
    const now = this.clock.now();
    const rows = events.map(({ to, type, data }) => [
      to === 'administrators' ? null : to,
      type,
      JSON.stringify(data),
      now,
    ]);
    sendLast(runner, [`${insertEvents} ${rowsOf(rows)}`, rows.flat()]);
  }

  /**
   * Tells a customer's pages of the notification that `sendLast` was given just before, unless it was switched off
   * and no row came of it.
   */
  emitNotification(runner: QueryRunner, to: number, type: NotificationType): void {
    sendLast(runner, [tellOfNotification, [to, type, this.clock.now()]]);
  }
}
