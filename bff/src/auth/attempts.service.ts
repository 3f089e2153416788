import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { addressKey } from '../common/address';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { admit, judgedRight, judgedWrong, limits, type Attempts, type Limit } from './attempts';
import { digest } from './secrets';
import { SignInDatabase } from './sign-in-database';

/** Whose attempts are counted, and how many wrong ones are let pass. */
export interface Subject {
  hash: Buffer;
  limit: Limit;
  /** A right attempt clears the count: it was the person all along. */
  cleared: boolean;
  /** A browser that its owner signed in with before: only its own attempts count, not those of its address. */
  known?: boolean;
}

export const account = (userId: number): Subject => subject(`account ${userId}`, limits.account, true);
export const stranger = (identifier: string): Subject =>
  subject(`stranger ${identifier.normalize('NFKC').toLowerCase()}`, limits.account, true);
export const codesOf = (userId: number): Subject => subject(`codes ${userId}`, limits.codes, true);
/** The same attempts from a browser of the person's. */
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

/** Attempts that were admitted and wait to be judged. */
export interface Admitted {
  subjects: Subject[];
}

/** What the log says of a wrong attempt: whose it was, as far as that is known, and at what. */
export interface Refusal {
  userId: number | null;
  email: string | null;
  requestId: string;
  action: string;
  message: string;
}

/** The longest wait for other attempts on the same subject to be judged. */
const patience = 5_000;

const columns = `subject_hash AS hash, wrong, pending, pending_until AS pendingUntil,
  window_ends_at AS windowEndsAt, blocked_until AS blockedUntil`;

/** Counts wrong passwords and codes in the database, so that several servers count together. */
@Injectable()
export class AttemptsService {
  constructor(
    private readonly dataSource: SignInDatabase,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Admits one attempt of a caller on a subject, before anything is judged; the caller must then say the
   * outcome by `wrong`, `right` or `abandoned`.
   * @throws Failure TOO_MANY_ATTEMPTS while the subject or the address is slowed.
   */
  async begin(about: Subject, address: string): Promise<Admitted> {
    const counted = about.known ? [about] : [about, addressSubject(address)];
    const subjects = counted.sort((left, right) => left.hash.compare(right.hash));
    const deadline = Date.now() + patience;
    while (!(await this.tryToBegin(subjects))) {
      if (Date.now() > deadline) throw new Failure('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 1 });
      await pause(20 + Math.random() * 40);
    }
    return { subjects };
  }

  /**
   * Counts one attempt whose outcome is `right()`, from beginning to end, and writes down a wrong one; answers that
   * outcome.
   * @throws Failure TOO_MANY_ATTEMPTS while the subject or the address is slowed.
   */
  async judge(
    about: Subject,
    address: string,
    right: () => Promise<boolean>,
    refusal: Refusal,
  ): Promise<boolean> {
    const attempt = await this.begin(about, address);
    const outcome = await this.orAbandon(attempt, right);
    await inTransaction(this.dataSource, async (runner) => {
      await (outcome ? this.right(runner, attempt) : this.refused(runner, attempt, refusal));
    });
    return outcome;
  }

  /** Runs what judges an admitted attempt; when it fails, the attempt counts for nothing. */
  async orAbandon<T>(attempt: Admitted, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.abandoned(attempt).catch(() => undefined);
      throw error;
    }
  }

  /** The attempt was wrong: counts it, and writes into the log that it was, and whether it slows from now on. */
  async refused(runner: QueryRunner, attempt: Admitted, { action, message, ...who }: Refusal): Promise<void> {
    const slowed = await this.wrong(runner, attempt);
    await this.audit.record(runner, { ...who, action, message, type: 'warning' });
    if (!slowed) return;
    const slowness = 'Trop d’essais refusés : connexions ralenties.';
    await this.audit.record(runner, { ...who, action: 'session.slowed', message: slowness, type: 'warning' });
  }

  /** Answers whether the subject is slowed from now on. */
  private async wrong(runner: QueryRunner, { subjects }: Admitted): Promise<boolean> {
    const now = this.clock.now();
    const before = await this.lock(runner, subjects);
    const results = subjects.map((each, at) => judgedWrong(before[at] ?? none, each.limit, now));
    await this.store(runner, subjects, results);
    return results.some(({ blockedUntil }) => blockedUntil !== null && blockedUntil > now);
  }

  /** The attempt was right: what was held against the person is forgotten. */
  async right(runner: QueryRunner, { subjects }: Admitted): Promise<void> {
    const before = await this.lock(runner, subjects);
    const results = subjects.map((each, at) => judgedRight(before[at] ?? none, each.cleared));
    await this.store(runner, subjects, results);
  }

  /** Nothing was judged: the attempt counts neither way. */
  async abandoned({ subjects }: Admitted): Promise<void> {
    await inTransaction(this.dataSource, async (runner) => {
      const before = await this.lock(runner, subjects);
      await this.store(
        runner,
        subjects,
        before.map((each) => judgedRight(each, false)),
      );
    });
  }

  /** Forgets every wrong attempt on an account, its codes included. */
  async clear(runner: QueryRunner, userId: number): Promise<void> {
    await runner.query('DELETE FROM login_failures WHERE subject_hash IN (?, ?)', [
      account(userId).hash,
      codesOf(userId).hash,
    ]);
  }

  private tryToBegin(subjects: Subject[]): Promise<boolean> {
    return inTransaction(this.dataSource, async (runner) => {
      const now = this.clock.now();
      const before = await this.lock(runner, subjects);
      const admissions = subjects.map((each, at) => admit(before[at] ?? none, each.limit, now));
      for (const admission of admissions) {
        if (admission.kind === 'blocked') {
          throw new Failure('TOO_MANY_ATTEMPTS', { retryAfterSeconds: admission.seconds });
        }
      }
      const admitted = admissions.flatMap((each) => (each.kind === 'admitted' ? [each.attempts] : []));
      if (admitted.length < subjects.length) return false;
      await this.store(runner, subjects, admitted);
      return true;
    });
  }

  /** Locks the rows of the subjects, which must come in the order of their hashes, and makes missing ones. */
  private async lock(runner: QueryRunner, subjects: Subject[]): Promise<Attempts[]> {
    const now = this.clock.now();
    const hashes = subjects.map(({ hash }) => hash);
    await runner.query(
      `INSERT INTO login_failures (subject_hash, updated_at) VALUES ${hashes.map(() => '(?, ?)').join(', ')}
       ON DUPLICATE KEY UPDATE updated_at = VALUES(updated_at)`,
      hashes.flatMap((hash) => [hash, now]),
    );
    const rows = (await runner.query(
      `SELECT ${columns} FROM login_failures WHERE subject_hash IN (?) ORDER BY subject_hash FOR UPDATE`,
      [hashes],
    )) as (Attempts & { hash: Buffer })[];
    return subjects.map(({ hash }) => rows.find((row) => row.hash.equals(hash)) ?? none);
  }

  private async store(runner: QueryRunner, subjects: Subject[], results: Attempts[]): Promise<void> {
    for (const [at, { hash }] of subjects.entries()) {
      const { wrong, pending, pendingUntil, windowEndsAt, blockedUntil } = results[at] ?? none;
      await runner.query(
        `UPDATE login_failures SET wrong = ?, pending = ?, pending_until = ?, window_ends_at = ?,
           blocked_until = ? WHERE subject_hash = ?`,
        [wrong, pending, pendingUntil, windowEndsAt, blockedUntil, hash],
      );
    }
  }
}

const none: Attempts = { wrong: 0, pending: 0, pendingUntil: null, windowEndsAt: null, blockedUntil: null };
