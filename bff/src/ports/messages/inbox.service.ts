import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type RailKey,
  SignatureError,
  type SignedRequest,
  skewSeconds,
  type Verified,
  verifyRequest,
} from '@bank/contracts/rails/signature';
import { bytes, flag, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { isDuplicateOf } from '../../platform/database/database-error';
import { Clock } from '../../platform/time/clock.service';

/** A message as it came. */
interface ArrivedMessage {
  port: string;
  /** The sender's id; for what cannot be read, derived from its digest. */
  id: string;
  /** Such as `pacs.008.001.08`; empty for what cannot be read. */
  type: string;
  body: Buffer;
}

/** An arrived message, and its place in the order of arrival. */
export interface WaitingMessage extends ArrivedMessage {
  place: number;
}

/** A message in the inbox or the outbox; `answeredAt` is null until it is worked on, or answered. */
export interface StoredMessage {
  id: string;
  type: string;
  at: Date;
  answeredAt: Date | null;
}

/** The result of a message: the answer for its sender, and the reason if it was refused. */
export interface Handled {
  answer: string | null;
  fault?: string;
}

/** Another message came under the id of an earlier one. */
export class MessageIdReused extends Error {}

const insertNonce = 'INSERT INTO rail_nonces (port, nonce, expires_at) VALUES (?, ?, ?)';
const store = `
  INSERT IGNORE INTO rail_inbox (port, message_id, type, body, digest, received_at) VALUES (?, ?, ?, ?, ?, ?)`;
const lock = `
  SELECT id, digest, handled_at IS NOT NULL AS handled, answer, fault FROM rail_inbox
  WHERE port = ? AND message_id = ? FOR UPDATE`;
const lockedRow = rowOf({
  id: whole,
  digest: bytes,
  handled: flag,
  answer: text.nullable(),
  fault: text.nullable(),
});
const finish = 'UPDATE rail_inbox SET handled_at = ?, answer = ?, fault = ? WHERE id = ?';
const unhandled = `
  SELECT id AS place, port, message_id AS id, type, body FROM rail_inbox
  WHERE port = ? AND handled_at IS NULL AND received_at < ? AND rail_inbox.id > ? ORDER BY rail_inbox.id LIMIT ?`;
const stored = `
  SELECT message_id AS id, type, received_at AS at, handled_at AS answeredAt FROM rail_inbox
  WHERE port = ? AND message_id IN (?)`;
const storedRow = rowOf({ id: text, type: text, at: moment, answeredAt: moment.nullable() });
const first = 'SELECT received_at AS at FROM rail_inbox WHERE port = ? ORDER BY id LIMIT 1';
const firstRow = rowOf({ at: moment });
const readBody = 'SELECT body FROM rail_inbox WHERE port = ? AND message_id = ?';
const bodyRow = rowOf({ body: bytes });
/** Reads the bodies of the first messages of these types only. */
const mentioned = `
  SELECT m.message_id AS id, m.type, m.body, m.port
  FROM (SELECT id FROM rail_inbox FORCE INDEX (rail_inbox_unhandled)
      WHERE handled_at BETWEEN ? AND ? + INTERVAL ? SECOND AND port = ? AND type IN (?)
      ORDER BY handled_at, id LIMIT ?) near
    JOIN rail_inbox m ON m.id = near.id
  WHERE INSTR(m.body, ?) > 0`;
/** A message is marked as handled at the end of the transaction that books it, at most so many seconds later. */
const bookingSeconds = 10;
const readAtMost = 2_000;
const arrivedRow = rowOf({ port: text, id: text, type: text, body: bytes });
const waitingRow = arrivedRow.extend({ place: whole });

/** Messages from counterparts: verified, stored once as they came, and worked on once (the bank and the world, section 1). */
@Injectable()
export class InboxService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Verifies that a request is signed by a counterpart, and recent. @throws SignatureError. */
  verify(keys: readonly RailKey[], request: SignedRequest, digest: string): Promise<Verified> {
    return verifyRequest(keys, request, { digest, at: this.clock.now() });
  }

  /** Uses up the nonce of a verified request. @throws SignatureError for one that came before. */
  async useNonce(port: string, { nonce, created }: Verified): Promise<void> {
    const expiresAt = new Date(created.getTime() + 2 * skewSeconds * 1000);
    await this.database.write(insertNonce, [port, nonce, expiresAt]).catch((error: unknown) => {
      throw isDuplicateOf(error, 'PRIMARY') ? new SignatureError('old') : error;
    });
  }

  /**
   * Stores a message and works on it, in one transaction with its answer. A message that came before is not worked on
   * again: its stored answer is returned.
   * @throws MessageIdReused; what `work` throws, whose message is then worked on at its next arrival or by `resume`.
   */
  async receive(message: ArrivedMessage, work: (tx: Transaction) => Promise<Handled>): Promise<Handled> {
    const { port, id, type, body } = message;
    const digest = createHash('sha256').update(body).digest();
    await this.database.write(store, [port, id, type, body, digest, this.clock.now()]);
    return this.database.transaction(async (tx) => {
      const stored = await tx.one(lockedRow, lock, [port, id]);
      if (!stored.digest.equals(digest)) throw new MessageIdReused();
      if (stored.handled) return { answer: stored.answer, ...(stored.fault && { fault: stored.fault }) };
      const handled = await work(tx);
      await tx.write(finish, [this.clock.now(), handled.answer, handled.fault ?? null, stored.id]);
      return handled;
    });
  }

  /** Stores a message that cannot be read, by its digest, and refuses it for the fault. @throws MessageIdReused. */
  receiveUnread(message: Omit<ArrivedMessage, 'id'>, fault: string): Promise<Handled> {
    const id = `unread-${createHash('sha256').update(message.body).digest('hex')}`;
    return this.receive({ ...message, id }, () => Promise.resolve({ answer: null, fault }));
  }

  /**
   * At most `limit` stored messages after a place that arrived before a moment and were not worked on, oldest first: their
   * server died, or the work failed.
   */
  unhandled(
    port: string,
    { before, limit, after = 0 }: { before: Date; limit: number; after?: number },
  ): Promise<WaitingMessage[]> {
    return this.database.rows(waitingRow, unhandled, [port, before, after, limit]);
  }

  /** When the first message of a port arrived; undefined before any did. */
  async firstAt(port: string): Promise<Date | undefined> {
    return (await this.database.row(firstRow, first, [port]))?.at;
  }

  /** Stored messages by their ids. */
  async find(port: string, ids: string[]): Promise<StoredMessage[]> {
    return ids.length === 0 ? [] : this.database.rows(storedRow, stored, [port, ids]);
  }

  /** A message as it came, or undefined. */
  async body(port: string, id: string): Promise<Buffer | undefined> {
    return (await this.database.row(bodyRow, readBody, [port, id]))?.body;
  }

  /** The messages of these types that contain a text and were worked on in the transaction that wrote `at`. */
  async workedOn(
    port: string,
    types: readonly string[],
    at: Date,
    mention: string,
  ): Promise<ArrivedMessage[]> {
    const values = [at, at, bookingSeconds, port, types, readAtMost, mention];
    return this.database.rows(arrivedRow, mentioned, values);
  }
}
