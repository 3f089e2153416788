import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { AuditService, type AuditEvent, type Logged } from '../../platform/audit/audit.service';
import { bytes, moment, rowOf, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { addressKey } from '../../platform/security/address';
import { Clock } from '../../platform/time/clock.service';
import { admit, recordSuccess, recordFailure, limits, type Attempts, type Limit } from './attempts';
import { digest } from '../../platform/security/secrets';
import { SignInDatabase } from './sign-in-database';

/** The subject that attempts are counted for, with its limit of wrong ones. */
export interface Subject {
  hash: Buffer;
  limit: Limit;
  /** A successful attempt clears the count. */
  cleared: boolean;
  /** A known device of the user: its attempts do not count for its address. */
  known?: boolean;
}

export const account = (userId: number): Subject => subject(`account ${userId}`, limits.account, true);
export const stranger = (identifier: string): Subject =>
  subject(`stranger ${identifier.normalize('NFKC').toLowerCase()}`, limits.account, true);
export const codesOf = (userId: number): Subject => subject(`codes ${userId}`, limits.codes, true);
export const passkeyOf = (credentialId: string): Subject =>
  subject(`passkey ${credentialId}`, limits.account, true);
/** The attempts from a known device, counted apart. */
export const fromDevice = ({ hash, limit, cleared }: Subject, device: string): Subject => ({
  ...subject(`${hash.toString('hex')} ${device}`, limit, cleared),
  known: true,
});
const addressSubject = (address: string): Subject =>
  subject(`address ${addressKey(address)}`, limits.address, false);

const subject = (name: string, limit: Limit, cleared: boolean): Subject => ({
  hash: digest(name),
  limit,
  cleared,
});

export interface Admitted {
  subjects: Subject[];
}

/** The audit line of a failed attempt; the user is null when unknown. */
export type Refusal = Logged & Required<Pick<AuditEvent, 'userId' | 'email' | 'requestId'>>;

/** The longest wait for concurrent attempts on the same subject, in milliseconds. */
const maxWait = 5_000;

const lockRows = `
  SELECT subject_hash AS hash, wrong, pending, pending_until AS pendingUntil, window_ends_at AS windowEndsAt,
    blocked_until AS blockedUntil
  FROM login_failures WHERE subject_hash IN (?) ORDER BY subject_hash FOR UPDATE`;
const attemptsRow = rowOf({
  hash: bytes,
  wrong: whole,
  pending: whole,
  pendingUntil: moment.nullable(),
  windowEndsAt: moment.nullable(),
  blockedUntil: moment.nullable(),
});

/** Counts wrong passwords and codes in the database, for all servers together. */
@Injectable()
export class AttemptsService {
  constructor(
    private readonly database: SignInDatabase,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Admits an attempt before it is checked; its outcome must then be recorded by `recordSuccess`, `recordFailure` or `release`.
   * @throws ApiException TOO_MANY_ATTEMPTS while the subject or the address is blocked.
   */
  async begin(about: Subject, address: string): Promise<Admitted> {
    const counted = about.known ? [about] : [about, addressSubject(address)];
    const subjects = counted.sort((left, right) => left.hash.compare(right.hash));
    const deadline = Date.now() + maxWait;
    while (!(await this.tryToBegin(subjects))) {
      if (Date.now() > deadline) throw new ApiException('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 1 });
      await pause(20 + Math.random() * 40);
    }
    return { subjects };
  }

  /**
   * Admits an attempt, runs its check and records the outcome, which it returns.
   * @throws ApiException TOO_MANY_ATTEMPTS while the subject or the address is blocked.
   */
  async judge(
    about: Subject,
    address: string,
    check: () => Promise<boolean>,
    refusal: Refusal,
  ): Promise<boolean> {
    const attempt = await this.begin(about, address);
    const outcome = await this.releaseOnError(attempt, check);
    await this.database.transaction(async (tx) => {
      await (outcome ? this.recordSuccess(tx, attempt) : this.recordFailure(tx, attempt, refusal));
    });
    return outcome;
  }

  /** Runs the check of an admitted attempt; when it throws, the attempt does not count. */
  async releaseOnError<T>(attempt: Admitted, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.release(attempt).catch(() => undefined);
      throw error;
    }
  }

  /** Records a failed attempt, also in the audit log, and whether the subject is blocked from now on. */
  async recordFailure(tx: Transaction, attempt: Admitted, refusal: Refusal): Promise<void> {
    const isBlocked = await this.countFailure(tx, attempt);
    await this.audit.record(tx, { ...refusal, type: 'warning' });
    if (!isBlocked) return;
    const { userId, email, requestId } = refusal;
    await this.audit.record(tx, { action: 'session.slowed', type: 'warning', userId, email, requestId });
  }

  /** Returns whether the subject is blocked from now on. */
  private async countFailure(tx: Transaction, { subjects }: Admitted): Promise<boolean> {
    const now = this.clock.now();
    const before = await this.lock(tx, subjects);
    const results = subjects.map((each, index) => recordFailure(before[index] ?? none, each.limit, now));
    await this.store(tx, subjects, results);
    return results.some(({ blockedUntil }) => blockedUntil !== null && blockedUntil > now);
  }

  /** Records a successful attempt, which clears the user's count. */
  async recordSuccess(tx: Transaction, { subjects }: Admitted): Promise<void> {
    const before = await this.lock(tx, subjects);
    const results = subjects.map((each, index) => recordSuccess(before[index] ?? none, each.cleared));
    await this.store(tx, subjects, results);
  }

  /** Releases an attempt that was not checked. */
  async release({ subjects }: Admitted): Promise<void> {
    await this.database.transaction(async (tx) => {
      const before = await this.lock(tx, subjects);
      const results = before.map((each) => recordSuccess(each, false));
      await this.store(tx, subjects, results);
    });
  }

  /** Clears the counts of an account and its codes. */
  async clear(tx: Transaction, userId: number): Promise<void> {
    const hashes = [account(userId).hash, codesOf(userId).hash];
    await tx.write('DELETE FROM login_failures WHERE subject_hash IN (?)', [hashes]);
  }

  private tryToBegin(subjects: Subject[]): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const before = await this.lock(tx, subjects);
      const admissions = subjects.map((each, index) => admit(before[index] ?? none, each.limit, now));
      for (const admission of admissions) {
        if (admission.kind === 'blocked') {
          throw new ApiException('TOO_MANY_ATTEMPTS', { retryAfterSeconds: admission.seconds });
        }
      }
      const admitted = admissions.flatMap((each) => (each.kind === 'admitted' ? [each.attempts] : []));
      if (admitted.length < subjects.length) return false;
      await this.store(tx, subjects, admitted);
      return true;
    });
  }

  /** Locks the rows of the subjects, which must be sorted by hash, and creates missing ones. */
  private async lock(tx: Transaction, subjects: Subject[]): Promise<Attempts[]> {
    const now = this.clock.now();
    const hashes = subjects.map(({ hash }) => hash);
    await tx.write(
      `INSERT INTO login_failures (subject_hash, updated_at) VALUES ?
       ON DUPLICATE KEY UPDATE updated_at = VALUES(updated_at)`,
      [hashes.map((hash) => [hash, now])],
    );
    const rows = await tx.rows(attemptsRow, lockRows, [hashes]);
    return subjects.map(({ hash }) => rows.find((row) => row.hash.equals(hash)) ?? none);
  }

  private async store(tx: Transaction, subjects: Subject[], results: Attempts[]): Promise<void> {
    for (const [index, { hash }] of subjects.entries()) {
      const { wrong, pending, pendingUntil, windowEndsAt, blockedUntil } = results[index] ?? none;
      await tx.write(
        `UPDATE login_failures SET wrong = ?, pending = ?, pending_until = ?, window_ends_at = ?,
           blocked_until = ? WHERE subject_hash = ?`,
        [wrong, pending, pendingUntil, windowEndsAt, blockedUntil, hash],
      );
    }
  }
}

const none: Attempts = { wrong: 0, pending: 0, pendingUntil: null, windowEndsAt: null, blockedUntil: null };
