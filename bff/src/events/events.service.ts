import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { EventData, EventType } from '@bank/contracts/events';
import { Clock } from '../common/clock';
import { prepared, rowsOf } from '../common/prepared';

export interface LiveEvent<T extends EventType = EventType> {
  /** Whose open pages hear of it. */
  to: number | 'administrators';
  type: T;
  data: EventData<T>;
}

const insertEvents = 'INSERT INTO events (user_id, type, data, created_at) VALUES';

/** Tells open pages what changed, by rows that every server reads once they are committed; see `EventStreams`. */
@Injectable()
export class EventsService {
  constructor(private readonly clock: Clock) {}

  /** Tells a customer's pages, or all administrators', as part of the transaction that makes it true. */
  emit<T extends EventType>(
    runner: QueryRunner,
    to: LiveEvent['to'],
    type: T,
    data: EventData<T>,
  ): Promise<void> {
    return this.emitAll(runner, [{ to, type, data }]);
  }

  /** The same for several events, in one statement. */
  async emitAll(runner: QueryRunner, events: LiveEvent[]): Promise<void> {
    if (events.length === 0) return;
    const now = this.clock.now();
    const rows = events.map(({ to, type, data }) => [
      to === 'administrators' ? null : to,
      type,
      JSON.stringify(data),
      now,
    ]);
    await prepared(runner, `${insertEvents} ${rowsOf(rows)}`, rows.flat());
  }
}
