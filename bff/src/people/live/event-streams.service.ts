import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Holder } from '@bank/contracts/permissions';
import { CurrentSessions } from '../auth/current-sessions.service';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { Actor } from '../../platform/http/actor';
import { Clock } from '../../platform/time/clock.service';
import { clocksDiffer } from '../../platform/time/due';
import type { OwnEvent } from '../../platform/events/packed-events';
import { EventFeed } from './event-feed';
import type { EventResponse } from './event-response';
import { readsQueue } from './queue-readers';

/** The intervals of reading events and of checking the streams' sessions, in milliseconds. */
const pollInterval = 1_000;
const heartbeatInterval = 15_000;

/** The limit of open streams of one user on one server. */
const streamsPerPerson = 10;

/** Older events have reached every server and are purged, by whatever clock they were published. */
const retentionMilliseconds = 5 * 60_000 + clocksDiffer;
const purgeInterval = 30_000;
const purgeBatch = 5_000;

interface Stream {
  userId: number;
  sessionId: number;
  holder: Holder;
  response: EventResponse;
}

/** The event streams of all pages that are open on this server, served by one query per second. */
@Injectable()
export class EventStreams implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('EventStreams');
  private readonly streams = new Set<Stream>();
  private readonly byUser = new Map<number, Set<Stream>>();
  private readonly feed: EventFeed;
  private started: Promise<void> | undefined;
  private timers: NodeJS.Timeout[] = [];
  private purging: NodeJS.Timeout | undefined;
  private polling = false;
  private ended = false;

  constructor(
    private readonly database: Database,
    private readonly sessions: CurrentSessions,
    private readonly clock: Clock,
  ) {
    this.feed = new EventFeed(database);
  }

  onApplicationBootstrap(): void {
    this.purging = setInterval(() => void this.purge(), purgeInterval).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.purging);
    this.stop();
  }

  /**
   * Opens a stream, until the session ends, the client disconnects or the server stops.
   * @throws ApiException TOO_MANY_REQUESTS beyond the user's limit, UNAVAILABLE while the server stops.
   */
  async open(actor: Actor, response: EventResponse): Promise<void> {
    const { userId, sessionId } = actor;
    if (this.ended) throw new ApiException('UNAVAILABLE', { retryAfterSeconds: 1 });
    if ((this.byUser.get(userId)?.size ?? 0) >= streamsPerPerson) {
      throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: heartbeatInterval / 1000 });
    }
    const stream: Stream = { userId, sessionId, holder: actor, response };
    this.add(stream);
    response.onClose(() => this.remove(stream));
    try {
      await (this.started ??= this.start());
    } catch (error) {
      this.remove(stream);
      throw error;
    }
    if (this.ended) throw new ApiException('UNAVAILABLE', { retryAfterSeconds: 1 });
    response.open();
  }

  /** How many streams are open on this server. */
  get count(): number {
    return this.streams.size;
  }

  /** Ends every stream and refuses new ones, when the server stops: their pages open them on another one. */
  end(): void {
    this.ended = true;
    for (const stream of this.streams) this.close(stream);
  }

  private async start(): Promise<void> {
    try {
      await this.feed.start();
    } catch (error) {
      this.started = undefined;
      throw error;
    }
    this.timers = [
      setInterval(() => void this.poll(), pollInterval).unref(),
      setInterval(() => void this.heartbeat(), heartbeatInterval).unref(),
    ];
  }

  /** Stops polling until the next stream is opened. */
  private stop(): void {
    this.timers.forEach(clearInterval);
    this.timers = [];
    this.started = undefined;
  }

  private async poll(): Promise<void> {
    if (this.polling) return;
    if (this.streams.size === 0) return this.stop();
    this.polling = true;
    try {
      const events = await this.feed.next((userId) => this.isAwaited(userId));
      if (events.some(({ type }) => type === 'session')) await this.closeEnded();
      events.forEach((event) => this.send(event));
    } catch (error) {
      this.logger.warn(`no events read: ${(error as Error).message}`);
    } finally {
      this.polling = false;
    }
  }

  /** Events of people without an open page on this server are not read. */
  private isAwaited(userId: number | null): boolean {
    return userId === null || this.byUser.has(userId);
  }

  /** A customer whom an event for administrators is about does not receive it as staff: it is in no queue of theirs. */
  private send({ userId, type, data, about }: OwnEvent): void {
    const own = userId === null ? this.streams : (this.byUser.get(userId) ?? []);
    for (const stream of own) {
      if (userId !== null || (readsQueue(stream.holder, type) && stream.userId !== about))
        stream.response.write(`event: ${type}\ndata: ${data}\n\n`);
    }
  }

  /** Keeps connections alive, and ends the streams of expired sessions. */
  private async heartbeat(): Promise<void> {
    await this.closeEnded();
    for (const stream of this.streams) stream.response.write(':\n\n');
  }

  private async closeEnded(): Promise<void> {
    try {
      const holders = await this.sessions.holdersOf([...this.streams].map(({ sessionId }) => sessionId));
      for (const stream of this.streams) {
        const holder = holders.get(stream.sessionId);
        if (holder === undefined) this.close(stream);
        else stream.holder = holder;
      }
    } catch (error) {
      this.logger.warn(`sessions of streams not checked: ${(error as Error).message}`);
    }
  }

  private async purge(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - retentionMilliseconds);
    const statement = 'DELETE FROM events WHERE created_at < ? LIMIT ?';
    try {
      for (let removed = purgeBatch; removed === purgeBatch;) {
        removed = (await this.database.write(statement, [before, purgeBatch])).affectedRows;
      }
    } catch (error) {
      this.logger.warn(`no events purged: ${(error as Error).message}`);
    }
  }

  private add(stream: Stream): void {
    this.streams.add(stream);
    const own = this.byUser.get(stream.userId) ?? new Set();
    this.byUser.set(stream.userId, own.add(stream));
  }

  private remove(stream: Stream): void {
    this.streams.delete(stream);
    const own = this.byUser.get(stream.userId);
    own?.delete(stream);
    if (own?.size === 0) this.byUser.delete(stream.userId);
  }

  private close(stream: Stream): void {
    this.remove(stream);
    stream.response.end();
  }
}
