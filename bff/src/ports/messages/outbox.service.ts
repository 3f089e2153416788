import { Injectable, Logger } from '@nestjs/common';
import { bytes, flag, moment, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { dueBy, isDue } from '../../platform/time/due';
import type { StoredMessage } from './inbox.service';
import { type Counterpart, type CounterpartAnswer, postSigned } from './counterpart';

/** A message to send. */
export interface NewMessage {
  port: string;
  /** Unique for ever. */
  id: string;
  type: string;
  body: string;
  /** Never sent a second time, whatever happened at the first: an unanswered one is asked about instead. */
  once?: boolean;
  /** The id of a message to the same port: this one is not sent while that one is. */
  after?: string;
}

/** An answer, and whether it is that of the first try: an earlier one may have arrived without its answer. */
export type SentAnswer = CounterpartAnswer & { isOnlyTry: boolean };

export interface Destination extends Counterpart {
  path: string;
  contentType: string;
  timeoutMs: number;
}

/** Pauses before the next try, in seconds; the last repeats. */
const pauses = [2, 5, 15, 60, 300];
const longestPauseMs = 300_000;
/** Longer than any time-out, so that two servers do not send a message at the same time, in seconds. */
const lease = 60;

const insert = `
  INSERT INTO rail_outbox (port, message_id, type, once, after_message, body, created_at, next_try_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
/** Whether a message is due again, or its only try is under way; with the values of `dueBy` for the longest lease. */
const isSent = (message: string) =>
  `(${message}.next_try_at IS NOT NULL OR NOT ${isDue(`${message}.sending_until`)})`;
/** The message that one of the outbox waits for, while that is being sent. */
const waitedFor = `
  LEFT JOIN rail_outbox e ON e.port = m.port AND e.message_id = m.after_message AND ${isSent('e')}`;
const claim = `
  UPDATE rail_outbox m ${waitedFor} SET m.tries = m.tries + 1, m.sending_until = IF(m.once, ?, NULL),
    m.next_try_at = IF(m.once, NULL, ?)
  WHERE m.port = ? AND m.message_id = ? AND m.answered_at IS NULL AND ${isDue('m.next_try_at')} AND e.id IS NULL`;
const read = `
  SELECT type, once, body, tries FROM rail_outbox WHERE port = ? AND message_id = ?`;
const messageRow = rowOf({ type: text, once: flag, body: bytes, tries: whole });
const answered = `
  UPDATE rail_outbox SET answered_at = ?, answer = ?, next_try_at = NULL, sending_until = NULL
  WHERE port = ? AND message_id = ?`;
const again =
  'UPDATE rail_outbox SET next_try_at = ? WHERE port = ? AND message_id = ? AND answered_at IS NULL';
const tried = 'UPDATE rail_outbox SET sending_until = NULL WHERE port = ? AND message_id = ?';
const due = `
  SELECT m.message_id AS id FROM rail_outbox m ${waitedFor}
  WHERE m.port = ? AND ${isDue('m.next_try_at')} AND e.id IS NULL ORDER BY m.next_try_at, m.id LIMIT ?`;
const dueRow = rowOf({ id: text });
const beingSent = `SELECT 1 FROM rail_outbox m WHERE m.port = ? AND m.message_id = ? AND ${isSent('m')}`;

const stored = `
  SELECT message_id AS id, type, created_at AS at, answered_at AS answeredAt, answer FROM rail_outbox
  WHERE port = ? AND message_id IN (?)`;
const storedRow = rowOf({
  id: text,
  type: text,
  at: moment,
  answeredAt: moment.nullable(),
  answer: bytes.nullable(),
});
const first = 'SELECT created_at AS at FROM rail_outbox WHERE port = ? ORDER BY id LIMIT 1';
const firstRow = rowOf({ at: moment });
const waiting = 'FROM rail_outbox WHERE port = ? AND next_try_at IS NOT NULL ORDER BY next_try_at';
/** How many messages are read from each end of the queue: new ones are due first, often repeated ones last. */
const lookedAt = 100;
const backlog = `
  SELECT (SELECT COUNT(*) FROM (SELECT 1 ${waiting} LIMIT ?) counted) AS count, MIN(created_at) AS oldest FROM (
    (SELECT created_at ${waiting} LIMIT ${lookedAt}) UNION ALL
    (SELECT created_at ${waiting} DESC LIMIT ${lookedAt})) ends`;
const backlogRow = rowOf({ count: whole, oldest: moment.nullable() });

/** Request timeout (RFC 9110) and too many requests (RFC 6585): the same message may pass later. */
const isNotYet = (status: number) => status === 408 || status === 429;

/** Messages to counterparts: stored with what causes them, sent until they are answered. */
@Injectable()
export class OutboxService {
  private readonly logger = new Logger('Outbox');
  /** A lasting failure is logged once. */
  private readonly silent = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores a message to be sent once the transaction has committed; see `send`. */
  async store(tx: Transaction, { port, id, type, body, once = false, after }: NewMessage): Promise<void> {
    const now = this.clock.now();
    await tx.write(insert, [port, id, type, once, after ?? null, Buffer.from(body), now, now]);
  }

  /** Whether a message is being sent: until it is answered, or its only try is over or was begun longer ago than a lease. */
  isBeingSent(port: string, id: string, connection: Connection): Promise<boolean> {
    return connection.exists(beingSent, [port, id, ...this.leases()]);
  }

  /** Ids of the messages whose next try is due. */
  async due(port: string, limit: number): Promise<string[]> {
    const rows = await this.database.rows(dueRow, due, [
      ...this.leases(),
      port,
      ...dueBy(this.clock.now(), longestPauseMs),
      limit,
    ]);
    return rows.map(({ id }) => id);
  }

  /**
   * Sends a message unless another server does so now. Returns the answer, or undefined without one; a message that may
   * be repeated is then due again later. Call `settle` once the answer has been worked on.
   */
  async send(port: string, id: string, to: Destination): Promise<SentAnswer | undefined> {
    const now = this.clock.now();
    const leased = new Date(now.getTime() + lease * 1000);
    const { affectedRows } = await this.database.write(claim, [
      ...this.leases(),
      leased,
      leased,
      port,
      id,
      ...dueBy(now, longestPauseMs),
    ]);
    if (affectedRows === 0) return undefined;
    const message = await this.database.one(messageRow, read, [port, id]);
    try {
      const answer = await postSigned(
        to,
        { path: to.path, type: to.contentType, body: message.body },
        to.timeoutMs,
      );
      this.silent.delete(port);
      if (answer.status < 500 && !isNotYet(answer.status))
        return { ...answer, isOnlyTry: message.tries === 1 };
      throw new Error(`the counterpart answered ${answer.status}`);
    } catch (error) {
      if (!this.silent.has(port))
        this.logger.warn(`${port}: ${id} is not answered: ${(error as Error).message}`);
      this.silent.add(port);
      if (message.once) await this.endTry(port, id);
      else await this.tryAgain(port, id, message.tries);
      return undefined;
    }
  }

  /** Records that the only try of a message is over, although nothing could be made of an answer. */
  async endTry(port: string, id: string): Promise<void> {
    await this.database.write(tried, [port, id]);
  }

  /** Records the answer of a message, which is not sent again. */
  async settle(
    port: string,
    id: string,
    { body }: CounterpartAnswer,
    connection: Connection = this.database,
  ): Promise<void> {
    await connection.write(answered, [this.clock.now(), body, port, id]);
  }

  /** When the first message to a port was stored; undefined before any was. */
  async firstAt(port: string): Promise<Date | undefined> {
    return (await this.database.row(firstRow, first, [port]))?.at;
  }

  /** Stored messages by their ids, with the bodies of their answers. */
  async find(port: string, ids: string[]): Promise<(StoredMessage & { answer: Buffer | null })[]> {
    return ids.length === 0 ? [] : this.database.rows(storedRow, stored, [port, ids]);
  }

  /** A message as it was sent, or undefined. */
  async body(port: string, id: string, connection: Connection = this.database): Promise<Buffer | undefined> {
    return (await connection.row(messageRow, read, [port, id]))?.body;
  }

  /** How many messages are sent until they are answered, counted to `most`, and when the oldest of them was stored. */
  backlog(
    port: string,
    most: number,
    connection: Connection = this.database,
  ): Promise<{ count: number; oldest: Date | null }> {
    return connection.one(backlogRow, backlog, [port, most, port, port]);
  }

  /** The values of `isSent`. */
  private leases(): [now: Date, beyond: Date] {
    return dueBy(this.clock.now(), lease * 1000);
  }

  private async tryAgain(port: string, id: string, tries: number): Promise<void> {
    const pause = pauses[Math.min(tries, pauses.length) - 1] ?? 0;
    await this.database.write(again, [new Date(this.clock.now().getTime() + pause * 1000), port, id]);
  }
}
