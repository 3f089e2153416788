import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { addDays } from '@bank/contracts/days';
import { kycStatuses } from '@bank/contracts/users';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { parisDay, startOfParisDay } from '../../platform/time/paris-day';
import { type NewNotification, NotificationsService } from '../notifications/notifications.service';
import { BankCases } from '../cases/bank-cases.service';
import { submissionCause } from './identity-case';
import { isSameName } from './same-name';
import { approvedSince, lastDayAfter } from '../users/validity';

/** How many days before an approval runs out its owner is reminded, each once. */
const reminderDays = [60, 30, 7] as const;

/** People of one transaction. */
const slice = 200;

/** In the order of the index, from after one place in it: pairs alone are not compared by the index. */
const running = `
  SELECT id, identity_approved_at AS approvedAt FROM users
  WHERE identity_approved_at >= ? AND identity_approved_at < ? AND (identity_approved_at, id) > (?, ?)
    AND kyc_status = 'approved' AND deleted_at IS NULL
  ORDER BY identity_approved_at, id LIMIT ${slice} FOR UPDATE SKIP LOCKED`;
const personRow = rowOf({ id: whole, approvedAt: moment });
type Person = z.infer<typeof personRow>;
const told =
  'SELECT user_id AS id FROM identity_reminders WHERE days_left = ? AND (user_id, approved_at) IN (?)';
const insertReminders = 'INSERT INTO identity_reminders (user_id, approved_at, days_left) VALUES';

const askAgain = `UPDATE users SET kyc_status = 'pending', kyc_submitted_at = NULL WHERE id IN (?)`;
const statusRow = rowOf({ status: z.enum(kycStatuses) });
const waiting = `
  SELECT id, CONCAT(first_name, ' ', last_name) AS name FROM kyc_submissions
  WHERE user_id = ? AND status = 'pending' FOR UPDATE`;
const waitingRow = rowOf({ id: whole, name: text });

/** Asks for an identity again: when an approval runs out, when the name that was approved changes, and when staff want it. */
@Injectable()
export class IdentityRenewalService {
  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly cases: BankCases,
  ) {}

  /**
   * Asks for the identity again when a person takes another name than the one that was approved, or that a file which waits
   * was sent in: nobody is approved under a name that was not looked at. Accents, case and order are the same name.
   * The user's row must be locked.
   */
  async nameChanged(tx: Transaction, userId: number, before: string, after: string): Promise<void> {
    if (isSameName(before, after)) return;
    const sql = 'SELECT kyc_status AS status FROM users WHERE id = ?';
    const { status } = await tx.one(statusRow, sql, [userId]);
    if (status !== 'approved' && !(await this.withdraw(tx, userId, after))) return;
    await this.askAgain(tx, [userId], () => ({ type: 'warning', key: 'identity_name_changed', values: {} }));
  }

  /** Asks for the identity again of a person whose decided state an administrator has set back: no file of theirs waits. */
  setBack(tx: Transaction, userId: number): Promise<void> {
    return this.askAgain(tx, [userId], () => ({ type: 'warning', key: 'identity_set_back', values: {} }));
  }

  /** Takes the file that waits out of the queue, unless it was sent in the new name. */
  private async withdraw(tx: Transaction, userId: number, name: string): Promise<boolean> {
    const file = await tx.row(waitingRow, waiting, [userId]);
    if (!file || isSameName(file.name, name)) return false;
    await tx.write(`UPDATE kyc_submissions SET status = 'superseded' WHERE id = ?`, [file.id]);
    await this.cases.end(tx, submissionCause(file.id), 'refused', null);
    this.events.emitAll(tx, [
      { to: 'administrators', type: 'kyc_queue', data: { id: file.id, status: 'pending' } },
    ]);
    return true;
  }

  /** Reminds of approvals that run out within 60, 30 and 7 days, each once; returns how many. */
  async remind(now: Date, stopping: AbortSignal): Promise<number> {
    const within = (days: number) => approvedSince(startOfParisDay(addDays(parisDay(now), days)));
    let reminded = 0;
    for (const [at, days] of reminderDays.entries()) {
      const range = [within(reminderDays[at + 1] ?? 0), within(days)] as const;
      reminded += await this.eachSlice(range, stopping, (tx, people) => this.remindOnce(tx, people, days));
    }
    return reminded;
  }

  /** Asks those whose approval ran out for their identity again; returns how many. */
  expire(now: Date, stopping: AbortSignal): Promise<number> {
    return this.eachSlice([new Date(0), approvedSince(now)], stopping, async (tx, people) => {
      const ids = people.map(({ id }) => id);
      await this.askAgain(tx, ids, () => ({ type: 'warning', key: 'identity_expired', values: {} }));
      return ids.length;
    });
  }

  private async eachSlice(
    [from, to]: readonly [Date, Date],
    stopping: AbortSignal,
    work: (tx: Transaction, people: Person[]) => Promise<number>,
  ): Promise<number> {
    let done = 0;
    let last: Person | undefined = { id: 0, approvedAt: from };
    while (last && !stopping.aborted) {
      const { id, approvedAt }: Person = last;
      // Added up outside the transaction, which may be repeated.
      const worked: { last: Person | undefined; count: number } = await this.database.transaction(
        async (tx) => {
          const people = await tx.rows(personRow, running, [approvedAt, to, approvedAt, id]);
          return { last: people.at(-1), count: people.length > 0 ? await work(tx, people) : 0 };
        },
      );
      done += worked.count;
      last = worked.last;
    }
    return done;
  }

  /** The locks of the people keep two servers from reminding the same one twice. */
  private async remindOnce(tx: Transaction, people: Person[], days: number): Promise<number> {
    const keys = people.map(({ id, approvedAt }) => [id, approvedAt]);
    const known = new Set((await tx.rows(idRow, told, [days, keys])).map(({ id }) => id));
    const due = people.filter(({ id }) => !known.has(id));
    if (due.length === 0) return 0;
    const rows = due.map(({ id, approvedAt }) => [id, approvedAt, days]);
    await tx.write(`${insertReminders} ?`, [rows]);
    this.notifications.notifyEach(
      tx,
      due.map(({ id, approvedAt }) => {
        const values = { day: dayText(lastDayAfter(approvedAt)), days: String(days) };
        return { userId: id, type: 'warning', key: 'identity_runs_out', values };
      }),
    );
    return due.length;
  }

  private async askAgain(tx: Transaction, ids: number[], notice: () => NewNotification): Promise<void> {
    await tx.write(askAgain, [ids]);
    this.notifications.notifyEach(
      tx,
      ids.map((userId) => ({ userId, ...notice() })),
    );
    this.events.emitAll(
      tx,
      ids.map((to) => ({ to, type: 'kyc', data: { status: 'pending' } })),
    );
    const lines = ids.map((user) => ({ action: 'kyc.asked_again', type: 'info', values: { user } }) as const);
    this.audit.recordAll(tx, ...lines);
  }
}

const dayText = (day: string) => day.split('-').reverse().join('/');
