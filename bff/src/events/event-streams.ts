import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { DataSource } from 'typeorm';
import type { Role } from '@bank/contracts/permissions';
import { SessionsService } from '../auth/sessions.service';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { EventFeed, type StoredEvent } from './event-feed';

/** How often the table is asked for news, and the streams' sessions for their end, in milliseconds. */
const pollInterval = 1_000;
const heartbeatInterval = 15_000;

/** Open streams of one person on one server: more tabs than anybody reads. */
const streamsPerPerson = 10;

/** Bytes that may wait for a slow reader before the stream is given up. */
const patience = 256 * 1024;

/** What is older has reached every server, and is thrown away now and then, also when nobody listens. */
const keptMilliseconds = 5 * 60_000;
const purgeInterval = 30_000;
const purgeBatch = 5_000;

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // A proxy that collects answers before passing them on would keep every event back.
  'x-accel-buffering': 'no',
};

interface Stream {
  userId: number;
  sessionId: number;
  role: Role;
  response: ServerResponse;
}

/** The live events of all pages that are open on this server: one query a second serves them all. */
@Injectable()
export class EventStreams implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('EventStreams');
  private readonly streams = new Set<Stream>();
  private readonly feed: EventFeed;
  private started: Promise<void> | undefined;
  private timers: NodeJS.Timeout[] = [];
  private purging: NodeJS.Timeout | undefined;
  private polling = false;
  private ended = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
    private readonly clock: Clock,
  ) {
    this.feed = new EventFeed(dataSource);
  }

  onApplicationBootstrap(): void {
    this.purging = setInterval(() => void this.purge(), purgeInterval).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.purging);
    this.stop();
  }

  /**
   * Answers with a stream of events that lasts until the session ends, the reader goes, or the server stops.
   * @throws Failure TOO_MANY_REQUESTS when the person has too many open, UNAVAILABLE while the server stops.
   */
  async open({ userId, sessionId, role }: Actor, reply: FastifyReply): Promise<void> {
    if (this.ended) throw new Failure('UNAVAILABLE', { retryAfterSeconds: 1 });
    const own = [...this.streams].filter((stream) => stream.userId === userId);
    if (own.length >= streamsPerPerson) {
      throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds: heartbeatInterval / 1000 });
    }
    const stream: Stream = { userId, sessionId, role, response: reply.raw };
    this.streams.add(stream);
    reply.raw.on('close', () => this.streams.delete(stream));
    try {
      await (this.started ??= this.start());
    } catch (error) {
      this.streams.delete(stream);
      throw error;
    }
    if (this.ended) throw new Failure('UNAVAILABLE', { retryAfterSeconds: 1 });
    reply.hijack();
    reply.headers(streamHeaders);
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
    reply.raw.write(':\n\n');
  }

  /** Ends every stream and opens no more, for the server stops. */
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

  /** Nobody listens: nothing is asked until somebody does. */
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
      const events = await this.feed.next();
      if (events.some(({ type }) => type === 'session')) await this.closeEnded();
      events.forEach((event) => this.send(event));
    } catch (error) {
      this.logger.warn(`no events read: ${(error as Error).message}`);
    } finally {
      this.polling = false;
    }
  }

  private send({ userId, type, data }: StoredEvent): void {
    for (const stream of this.streams) {
      const concerned = userId === null ? stream.role === 'admin' : stream.userId === userId;
      if (concerned) this.write(stream, `event: ${type}\ndata: ${data}\n\n`);
    }
  }

  /** Keeps connections alive, and ends the streams of sessions that ran out. */
  private async heartbeat(): Promise<void> {
    await this.closeEnded();
    for (const stream of this.streams) this.write(stream, ':\n\n');
  }

  private async closeEnded(): Promise<void> {
    try {
      const roles = await this.sessions.rolesOfOpen([...this.streams].map(({ sessionId }) => sessionId));
      for (const stream of this.streams) {
        const role = roles.get(stream.sessionId);
        if (role === undefined) this.close(stream);
        else stream.role = role;
      }
    } catch (error) {
      this.logger.warn(`sessions of streams not checked: ${(error as Error).message}`);
    }
  }

  private async purge(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - keptMilliseconds);
    const statement = 'DELETE FROM events WHERE created_at < ? LIMIT ?';
    try {
      for (let removed = purgeBatch; removed === purgeBatch;) {
        const result = (await this.dataSource.query(statement, [before, purgeBatch])) as {
          affectedRows: number;
        };
        removed = result.affectedRows;
      }
    } catch (error) {
      this.logger.warn(`no events thrown away: ${(error as Error).message}`);
    }
  }

  private write(stream: Stream, text: string): void {
    const { response } = stream;
    if (!response.headersSent || response.writableEnded) return;
    if (response.writableLength > patience) response.destroy();
    else response.write(text);
  }

  private close(stream: Stream): void {
    this.streams.delete(stream);
    if (stream.response.headersSent) stream.response.end();
  }
}
