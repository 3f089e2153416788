import { Injectable } from '@nestjs/common';
import { documentKinds, type Kyc, type KycForm, kycLimits } from '@bank/contracts/kyc';
import type { Language } from '@bank/contracts/language';
import { identityStop } from '@bank/contracts/stops';
import { kycStatuses } from '@bank/contracts/users';
import { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { bytes, flag, idRow, moment, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { KeyedForms } from '../../platform/documents/keyed-forms.service';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import type { AuditAuthor } from '../../platform/http/actor';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { BankCases } from '../cases/bank-cases.service';
import { approvedSince, isApproved } from '../users/validity';
import { submissionCause, submissionLink } from './identity-case';
import type { ReceivedForm } from './kyc-form-reader.service';
import { RuleCases } from '../rules/rule-cases.service';
import { RuleScoring } from '../rules/rule-scoring.service';
import { submissionColumns, submissionRow, toKycSubmissionDto, validityOf } from './kyc.sql';

/** Without a file that was withdrawn when its owner took another name: it waits for nobody. */
const newest = `
  SELECT ${submissionColumns} FROM kyc_submissions s JOIN users u ON u.id = s.user_id
  WHERE s.user_id = ? AND s.status <> 'superseded' ORDER BY s.id DESC LIMIT 1`;
const pendingOf = `SELECT id FROM kyc_submissions WHERE user_id = ? AND status = 'pending'`;
const insertSubmission = `
  INSERT INTO kyc_submissions (user_id, first_name, last_name, birth_date, address, submitted_at) VALUES (?)`;
const insertDocuments = `
  INSERT INTO documents (submission_id, user_id, kind, name, size, media_type, sha256, file) VALUES ?`;

/** The personal data of a user's newest submission, if it was rejected for some of its documents. */
const faultySubmission = `
  SELECT s.id, s.first_name AS firstName, s.last_name AS lastName, DATE_FORMAT(s.birth_date, '%Y-%m-%d') AS birthDate,
    s.address FROM kyc_submissions s
  WHERE s.id = (SELECT MAX(id) FROM kyc_submissions WHERE user_id = ?) AND s.status = 'rejected'
    AND EXISTS (SELECT 1 FROM documents d WHERE d.submission_id = s.id AND d.fault IS NOT NULL)`;
const faultyRow = rowOf({ id: whole, firstName: text, lastName: text, birthDate: text, address: text });
const documentsOf = `
  SELECT kind, name, size, media_type AS mediaType, sha256, file, fault FROM documents WHERE submission_id = ? ORDER BY id`;
const documentRow = rowOf({
  kind: z.enum(documentKinds),
  name: text,
  size: whole,
  mediaType: text,
  sha256: bytes,
  file: text,
  fault: text.nullable(),
});
type DocumentRow = Omit<z.infer<typeof documentRow>, 'fault'>;

/** The automated check of a user's submission, which waits for a verified e-mail address. */
const requestCheck = `
  INSERT INTO identity_checks (submission_id, due_at)
  SELECT s.id, IF(u.email_verified_at IS NULL, NULL, s.submitted_at)
  FROM kyc_submissions s JOIN users u ON u.id = s.user_id WHERE s.user_id = ? AND s.status = 'pending'`;

const personRow = rowOf({
  kyc_status: z.enum(kycStatuses),
  kyc_submitted_at: moment.nullable(),
  identity_approved_at: moment.nullable(),
});
type Person = z.infer<typeof personRow>;

const noReview = { reviewed_at: null, reason: null, reviewed_by: null };

/** Whether the identity is approved and has not run out: the job that asks again comes within the hour. */
const lockApproved = `SELECT COALESCE(${isApproved('u')}, 0) AS approved FROM users u WHERE u.id = ? FOR UPDATE`;
const approvedRow = rowOf({ approved: flag });

type Keep = (submissionId: number) => Promise<void>;

/** The limit of one user in 24 hours, which bounds the used storage. */
const submissionsPerDay = 10;

@Injectable()
export class KycService {
  constructor(
    private readonly database: Database,
    private readonly keyedForms: KeyedForms,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly cases: BankCases,
    private readonly clock: Clock,
    private readonly rules: RuleScoring,
    private readonly ruleCases: RuleCases,
  ) {}

  /** As `read`, with why the identity is not approved, in a language. */
  async explained(userId: number, language: Language): Promise<Kyc> {
    return explained(await this.read(userId), language);
  }

  /** The state of a user's verification and their newest submission. @throws ApiException NOT_FOUND. */
  async read(userId: number, connection: Connection = this.database): Promise<Kyc> {
    const sql = 'SELECT kyc_status, kyc_submitted_at, identity_approved_at FROM users WHERE id = ?';
    const person = await connection.found(personRow, sql, [userId]);
    const row = await connection.row(submissionRow, newest, [userId]);
    const submission = row ? toKycSubmissionDto(row) : { ...noReview, documents: [] };
    return {
      ...submission,
      ...(row && !isDecidedBy(row, person) && noReview),
      // An administrator may approve an identity without a submission.
      ...validityOf(this.showsApproval(person) ? person.identity_approved_at : null),
      status: person.kyc_status,
      submitted_at: person.kyc_submitted_at?.toISOString() ?? null,
    };
  }

  /** Also of an approval that ran out, until documents are sent again: it is why they are asked for. */
  private showsApproval({ kyc_status, kyc_submitted_at, identity_approved_at: at }: Person): boolean {
    if (kyc_status === 'approved') return true;
    return kyc_submitted_at === null && at !== null && at < approvedSince(this.clock.now());
  }

  /**
   * Submits a user's form and documents for the automated check and review, superseding a submission that is not reviewed.
   * @param receive stores the form's files, which are removed where the submission is refused or repeated
   * @throws what `receive` does, and ApiException KYC_ALREADY_APPROVED, TOO_MANY_REQUESTS after ten in a day,
   * IDEMPOTENCY_KEY_REUSED; BLOCKED_BY_RULE where the rules say so.
   */
  async submit(context: RequestContext, receive: () => Promise<ReceivedForm>): Promise<Kyc> {
    const { idempotency } = context;
    const received = await receive();
    return this.keyedForms.once(idempotency, received, async (tx) => {
      const keep = await this.score(tx, context.actor.userId, received.files);
      const filed = await this.file(tx, authorOf(context), received);
      await this.check(tx, context.actor.userId, keep);
      return filed;
    });
  }

  /**
   * Submits documents in place of those for whose faults the newest submission was rejected, with what stays of it.
   * @throws as `submit`, and ApiException KYC_NOTHING_TO_RESEND, INVALID_FIELDS for a document that was not asked for, and when
   * one is missing.
   */
  async resend(
    context: RequestContext,
    receive: () => Promise<ReceivedForm<Pick<KycForm, 'kinds'>>>,
  ): Promise<Kyc> {
    const { userId } = context.actor;
    const received = await receive();
    return this.keyedForms.once(context.idempotency, received, async (tx) => {
      await this.admit(tx, userId);
      const before = await tx.row(faultyRow, faultySubmission, [userId]);
      if (!before) throw new ApiException('KYC_NOTHING_TO_RESEND');
      const keep = await this.score(tx, userId, received.files);
      const documents = await tx.rows(documentRow, documentsOf, [before.id]);
      refuseOthers(documents, received.files);
      const kept = documents.filter(({ fault }) => fault === null);
      const filed = await this.add(tx, authorOf(context), before, [...kept, ...received.files]);
      await this.check(tx, userId, keep);
      return filed;
    });
  }

  /**
   * Scores a file, whose first identity document is recognised by its content. One that a rule holds is filed as well, and
   * a person decides about it; see `heldByRule`. @returns what keeps the event, once the file has its id
   */
  private async score(tx: Transaction, userId: number, files: ReceivedForm['files']): Promise<Keep> {
    const identity = files.find(({ kind }) => kind === 'identity');
    const document = identity && this.rules.digest(identity.sha256.toString('hex'));
    const reported = { kind: 'identity', userId, facts: {}, keys: { document } } as const;
    const { scoring, event, decision } = await this.rules.judgeOne(tx, reported);
    const isHeld = decision.action === 'hold';
    const admitted = isHeld ? undefined : await this.rules.admit(tx, event, decision, true);
    return async (id) => {
      const links = [submissionLink(id)];
      const caseId = isHeld ? await this.ruleCases.hold(tx, event, decision, links) : admitted?.caseId;
      scoring.keep(event, decision, caseId);
      scoring.save();
    };
  }

  private async check(tx: Transaction, userId: number, keep: Keep): Promise<void> {
    await tx.write(requestCheck, [userId]);
    const filed = await tx.row(idRow, pendingOf, [userId]);
    if (filed) await keep(filed.id);
  }

  /** Files a form, whose documents are stored, in the caller's transaction, for a person to review; see `submit`. */
  async file(tx: Transaction, author: AuditAuthor, { form, files }: ReceivedForm): Promise<Kyc> {
    await this.admit(tx, author.userId);
    return this.add(tx, author, form, files);
  }

  private async add(
    tx: Transaction,
    author: AuditAuthor,
    form: Omit<KycForm, 'kinds'>,
    files: readonly DocumentRow[],
  ): Promise<Kyc> {
    const { userId } = author;
    const now = this.clock.now();
    const before = await tx.row(idRow, pendingOf, [userId]);
    await tx.write(
      `UPDATE kyc_submissions SET status = 'superseded' WHERE user_id = ? AND status = 'pending'`,
      [userId],
    );
    const { insertId: id } = await tx.write(insertSubmission, [
      [userId, form.firstName, form.lastName, form.birthDate, form.address, now],
    ]);
    if (before) {
      await this.cases.passOn(tx, {
        from: submissionCause(before.id),
        to: submissionCause(id),
        replaced: submissionLink(before.id),
        said: 'identity_sent_again',
      });
    }
    const documents = files.map(({ kind, name, size, mediaType, sha256, file }) => [
      id,
      userId,
      kind,
      name,
      size,
      mediaType,
      sha256,
      file,
    ]);
    await tx.write(insertDocuments, [documents]);
    const update = `UPDATE users SET kyc_status = 'pending', kyc_submitted_at = ? WHERE id = ?`;
    await tx.write(update, [now, userId]);
    await this.audit.record(tx, {
      action: 'kyc.submitted',
      type: 'info',
      values: { id, count: files.length },
      ...author,
    });
    this.events.emitAll(tx, [
      { to: userId, type: 'kyc', data: { status: 'pending' } },
      { to: 'administrators', type: 'kyc_queue', data: { id, status: 'pending' } },
    ]);
    return this.read(userId, tx);
  }

  /** Locks the user's row, which serialises submissions and reviews, and checks that they may submit. */
  private async admit(tx: Transaction, userId: number): Promise<void> {
    const now = this.clock.now();
    const person = await tx.row(approvedRow, lockApproved, [approvedSince(now), userId]);
    if (person?.approved) throw new ApiException('KYC_ALREADY_APPROVED');
    const recent = await tx.count(
      'SELECT COUNT(*) FROM kyc_submissions WHERE user_id = ? AND submitted_at > ?',
      [userId, new Date(now.getTime() - dayMs)],
    );
    if (recent >= submissionsPerDay) {
      throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 * 60 });
    }
  }
}

/** A verification with why it is not approved, in a language; added after `Idempotency`, whose answer may be repeated in another. */
export const explained = (found: Kyc, language: Language): Kyc => ({
  ...found,
  why: identityStop(found, language),
});

/**
 * Whether a person's status is the outcome of their newest submission: an administrator who changes it later has neither the
 * moment nor the reason of its review.
 */
function isDecidedBy(
  { status, reviewed_at: reviewedAt }: z.infer<typeof submissionRow>,
  { kyc_status, identity_approved_at: approvedAt }: Person,
): boolean {
  const isOlder = reviewedAt !== null && approvedAt !== null && reviewedAt < approvedAt;
  return status === kyc_status && !isOlder;
}

/** Each kind with a fault is sent again, and no other one. @throws ApiException INVALID_FIELDS. */
function refuseOthers(documents: readonly z.infer<typeof documentRow>[], files: ReceivedForm['files']): void {
  const wanted = new Set(documents.filter(({ fault }) => fault !== null).map(({ kind }) => kind));
  const other = files.findIndex(({ kind }) => !wanted.has(kind));
  const fields: Record<string, 'NOT_VALID' | 'REQUIRED'> =
    other >= 0
      ? { [`documents.${other}`]: 'NOT_VALID' }
      : [...wanted].some((kind) => !files.some((file) => file.kind === kind))
        ? { documents: 'REQUIRED' }
        : {};
  const count = documents.filter(({ fault }) => fault === null).length + files.length;
  if (count > kycLimits.files) fields.documents = 'NOT_VALID';
  if (Object.keys(fields).length > 0) throw new ApiException('INVALID_FIELDS', { fields });
}
