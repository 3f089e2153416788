import { Injectable } from '@nestjs/common';
import { conversationMessagesPerMinute, conversationsPerHour } from '@bank/contracts/conversations';
import { payeeSearchesPerHour, payeeVerificationsPerHour } from '@bank/contracts/payees';
import type { ErrorCode } from '@bank/contracts/errors';
import { uploadBytesPerDay } from '@bank/contracts/releases';
import { Config } from '../config/config';
import { moment, rowOf } from '../database/columns';
import { Database } from '../database/database';
import { ApiException } from '../errors/api-exception';
import { Clock } from '../time/clock.service';
import { dayMs } from '../time/durations';
import { dueBy, isDue } from '../time/due';
import { addressKey } from './address';

const minute = 60_000;

const emailChecksPerHour = 30;

/** The lengths of the counting windows, from the first counted call, in milliseconds. */
const windows = {
  sign_ups: 10 * minute,
  tickets: 10 * minute,
  attachments: 60 * minute,
  visitor_talks: 60 * minute,
  payee_checks: 60 * minute,
  payee_searches: 60 * minute,
  email_checks: 60 * minute,
  approval_messages: 60 * minute,
  conversations: 60 * minute,
  live_messages: minute,
  token_bytes: dayMs,
  remote_bytes: dayMs,
};
type Counted = keyof typeof windows;

/** Counted by person, or by deploy token and remote; all others are by address. */
type PersonLimit =
  | ('payee_checks' | 'payee_searches')
  | ('email_checks' | 'approval_messages' | 'conversations' | 'live_messages');
type ByteLimit = 'token_bytes' | 'remote_bytes';
/** Of a deploy token or a remote. */
export type ByteCounter = [limit: ByteLimit, key: string];
type AddressLimit = Exclude<Counted, PersonLimit | ByteLimit>;

/**
 * The end of the window of a new counter is past for every call that arrives with the first one, so that each of them counts
 * on; one that ended now would begin again for a call of a millisecond later, and forget the others. Milliseconds.
 */
const longPast = 10_000;

const addCounter = `
  INSERT IGNORE INTO address_counts (limit_name, address, taken, window_ends_at) VALUES (?, ?, 0, ?)`;
const isOver = isDue('window_ends_at');
/** Assignments run from left to right: the first still reads the old end of the window. */
const takeSome = `
  UPDATE address_counts SET taken = IF(${isOver}, ?, taken + ?), window_ends_at = IF(${isOver}, ?, window_ends_at)
  WHERE limit_name = ? AND address = ? AND (taken + ? <= ? OR ${isOver})`;
const giveSomeBack = `
  UPDATE address_counts SET taken = taken - ? WHERE limit_name = ? AND address = ? AND taken >= ?`;
const windowEnd = 'SELECT window_ends_at AS endsAt FROM address_counts WHERE limit_name = ? AND address = ?';

const windowRow = rowOf({ endsAt: moment });

/** Rate limits per address or person, and the bytes that teams store, counted in the database for all servers together. */
@Injectable()
export class AddressLimits {
  private readonly limits: Record<Counted, number>;

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    this.limits = {
      sign_ups: config.signUpsPerTenMinutes,
      tickets: config.ticketsPerTenMinutes,
      attachments: config.attachmentsPerHour,
      visitor_talks: config.visitorConversationsPerHour,
      payee_checks: payeeVerificationsPerHour,
      payee_searches: payeeSearchesPerHour,
      email_checks: emailChecksPerHour,
      approval_messages: config.approvalMessagesPerHour,
      conversations: conversationsPerHour,
      live_messages: conversationMessagesPerMinute,
      token_bytes: uploadBytesPerDay.token,
      remote_bytes: uploadBytesPerDay.remote,
    };
  }

  /**
   * Counts one call of an address, atomically, so that simultaneous calls cannot exceed the limit. Call it outside any
   * transaction, whose lock would make the address's calls wait for each other.
   * @throws ApiException ADDRESS_LIMIT_REACHED until the window ends.
   */
  take(database: Database, limit: AddressLimit, ip: string): Promise<void> {
    return this.count(database, [limit, addressKey(ip)], 'ADDRESS_LIMIT_REACHED');
  }

  /** As `take`, of a signed-in person. @throws ApiException PAYEE_LIMIT_REACHED or TOO_MANY_REQUESTS until the window ends. */
  takeOfPerson(database: Database, limit: PersonLimit, userId: number): Promise<void> {
    const isOfPayees = limit === 'payee_checks' || limit === 'payee_searches';
    const refusal = isOfPayees ? 'PAYEE_LIMIT_REACHED' : 'TOO_MANY_REQUESTS';
    return this.count(database, [limit, `user ${userId}`], refusal);
  }

  /** As `take`, of who holds a visitor's secret, by its digest. @throws ApiException TOO_MANY_REQUESTS until the window ends. */
  takeOfVisitor(database: Database, limit: PersonLimit, digest: Buffer): Promise<void> {
    return this.count(database, [limit, `visitor ${digest.toString('hex', 0, 12)}`], 'TOO_MANY_REQUESTS');
  }

  /** As `take`, of the bytes of a deploy token or a remote. @throws ApiException UPLOAD_LIMIT_REACHED until the window ends. */
  takeBytes(database: Database, counter: ByteCounter, bytes: number): Promise<void> {
    return this.count(database, counter, 'UPLOAD_LIMIT_REACHED', bytes);
  }

  /** Undoes the count of a call that failed. */
  async giveBack(database: Database, limit: AddressLimit, ip: string): Promise<void> {
    await database.write(giveSomeBack, [1, limit, addressKey(ip), 1]);
  }

  /** Undoes the count of bytes that were not stored. */
  async giveBytesBack(database: Database, counter: ByteCounter, bytes: number): Promise<void> {
    await database.write(giveSomeBack, [bytes, ...counter, bytes]);
  }

  private async count(
    database: Database,
    counter: [limit: Counted, key: string],
    refusal: ErrorCode,
    some = 1,
  ): Promise<void> {
    const [limit] = counter;
    const now = this.clock.now();
    const endsAt = new Date(now.getTime() + windows[limit]);
    const bounds = dueBy(now, windows[limit]);
    const [, taken] = await database.together([
      [addCounter, [...counter, new Date(now.getTime() - longPast)]],
      [takeSome, [...bounds, some, some, ...bounds, endsAt, ...counter, some, this.limits[limit], ...bounds]],
    ]);
    if (taken.affectedRows === 1) return;
    const window = await database.row(windowRow, windowEnd, counter);
    // Another server's clock may be ahead of this one's: a call waits no longer than a window.
    const end = Math.min((window?.endsAt ?? endsAt).getTime(), endsAt.getTime());
    throw new ApiException(refusal, { retryAfterSeconds: (end - now.getTime()) / 1000 });
  }
}
