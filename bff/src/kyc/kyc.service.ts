import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DataSource, type QueryRunner } from 'typeorm';
import type { Kyc } from '@bank/contracts/kyc';
import { AuditService } from '../audit/audit.service';
import type { Actor, Author, IdentifiedRequest } from '../common/actor';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { keyedCall } from '../common/idempotency';
import { wholeNumber } from '../common/money-column';
import { KeyedForms } from '../documents/keyed-forms';
import { EventsService } from '../events/events.service';
import { KycFormReader, type ReceivedForm } from './kyc-form';
import { submissionColumns, wireSubmission, type SubmissionRow } from './kyc.sql';

const newest = `
  SELECT ${submissionColumns} FROM kyc_submissions s JOIN users u ON u.id = s.user_id
  WHERE s.user_id = ? ORDER BY s.id DESC LIMIT 1`;
const insertSubmission = `
  INSERT INTO kyc_submissions (user_id, first_name, last_name, birth_date, address, submitted_at) VALUES (?)`;
const insertDocuments = `
  INSERT INTO documents (submission_id, user_id, kind, name, size, media_type, sha256, file) VALUES ?`;

/** Submissions of one person in 24 hours: more than a mistake needs, too few to fill a disk. */
const submissionsPerDay = 10;
const day = 24 * 60 * 60_000;

/** A customer's own verification. */
@Injectable()
export class KycService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly forms: KycFormReader,
    private readonly keyedForms: KeyedForms,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** The state of a person's identity and their newest submission. */
  async read(userId: number, runner: QueryRunner | DataSource = this.dataSource): Promise<Kyc> {
    const [person] = (await runner.query('SELECT kyc_status, kyc_submitted_at FROM users WHERE id = ?', [
      userId,
    ])) as { kyc_status: Kyc['status']; kyc_submitted_at: Date | null }[];
    if (!person) throw new Failure('NOT_FOUND');
    const [row] = (await runner.query(newest, [userId])) as SubmissionRow[];
    const nothing = { reviewed_at: null, verificationDate: null, expiryDate: null, reason: null };
    const submission = row ? wireSubmission(row) : { ...nothing, documents: [] };
    return {
      ...submission,
      status: person.kyc_status,
      submitted_at: person.kyc_submitted_at?.toISOString() ?? null,
    };
  }

  /**
   * Files a person's form and documents for review; what they sent before and was not reviewed no longer counts.
   * @throws what `KycFormReader.receive` does, and Failure KYC_ALREADY_APPROVED, TOO_MANY_REQUESTS after ten in a
   * day, IDEMPOTENCY_KEY_REUSED.
   */
  async submit(actor: Actor, request: IdentifiedRequest, reply: FastifyReply): Promise<Kyc> {
    const keyed = keyedCall(request, reply);
    const received = await this.forms.receive(request);
    return this.keyedForms.once(keyed, received, (runner) =>
      this.file(runner, { ...actor, requestId: request.id }, received),
    );
  }

  /** Files a form whose documents are stored, as part of the caller's transaction; see `submit`. */
  async file(runner: QueryRunner, by: Author, { form, files }: ReceivedForm): Promise<Kyc> {
    const { userId, email, requestId } = by;
    const now = this.clock.now();
    await this.admit(runner, userId, now);
    await runner.query(
      `UPDATE kyc_submissions SET status = 'superseded' WHERE user_id = ? AND status = 'pending'`,
      [userId],
    );
    const { insertId } = (await runner.query(insertSubmission, [
      [userId, form.firstName, form.lastName, form.birthDate, form.address, now],
    ])) as { insertId: number | string };
    const id = wholeNumber(insertId);
    await runner.query(insertDocuments, [
      files.map(({ kind, name, size, mediaType, sha256, file }) => [
        ...[id, userId, kind, name, size],
        ...[mediaType, sha256, file],
      ]),
    ]);
    await runner.query(`UPDATE users SET kyc_status = 'pending', kyc_submitted_at = ? WHERE id = ?`, [
      now,
      userId,
    ]);
    await this.audit.record(runner, {
      action: 'kyc.submitted',
      type: 'info',
      message: `Dossier de vérification ${id} déposé (${files.length} documents).`,
      ...{ userId, email, requestId },
    });
    this.events.emitAll(runner, [
      { to: userId, type: 'kyc', data: { status: 'pending' } },
      { to: 'administrators', type: 'kyc_queue', data: { id, status: 'pending' } },
    ]);
    return this.read(userId, runner);
  }

  /** Two submissions at once, or one and a review, take turns at the person's row. */
  private async admit(runner: QueryRunner, userId: number, now: Date): Promise<void> {
    const [person] = (await runner.query('SELECT kyc_status FROM users WHERE id = ? FOR UPDATE', [
      userId,
    ])) as { kyc_status: Kyc['status'] }[];
    if (person?.kyc_status === 'approved') throw new Failure('KYC_ALREADY_APPROVED');
    const [{ recent }] = (await runner.query(
      'SELECT COUNT(*) AS recent FROM kyc_submissions WHERE user_id = ? AND submitted_at > ?',
      [userId, new Date(now.getTime() - day)],
    )) as [{ recent: string }];
    if (Number(recent) >= submissionsPerDay) {
      throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 * 60 });
    }
  }
}
