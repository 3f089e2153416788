import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { creditFileBytes, type CreditFileDetail } from '@bank/contracts/credit-files';
import { bicForms } from '@bank/contracts/rails/parts';
import { AuditService } from '../../platform/audit/audit.service';
import { bytes, idRow, minor, rowOf, text, whole } from '../../platform/database/columns';
import { isDuplicateOf } from '../../platform/database/database-error';
import type { Transaction } from '../../platform/database/database';
import { DocumentStorageService, type KeptFile } from '../../platform/documents/document-storage.service';
import { KeyedForms } from '../../platform/documents/keyed-forms.service';
import { ApiException } from '../../platform/errors/api-exception';
import { demandApproval } from '../../platform/http/approval';
import { Idempotency } from '../../platform/http/idempotency.service';
import { allowSlowBody } from '../../platform/http/body-deadline';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { dayMs } from '../../platform/time/durations';
import { BoundedQueue } from '../../platform/tasks/bounded-queue';
import { ApprovalRequestsService } from '../../people/staff-approvals/approval-requests.service';
import { subjectOf } from '../../people/staff-approvals/approvals.sql';
import {
  type ApprovedRequest,
  StaffApprovalsService,
} from '../../people/staff-approvals/staff-approvals.service';
import { CreditFileListService } from './credit-file-list.service';
import type { ReadCreditFile } from './credit-file-reader.service';
import { CreditFileThread } from './credit-file-thread.service';
import { CreditFilesService, onceOf } from './credit-files.service';

/** Reading a large file takes seconds of processor time. */
const waitingUploads = 4;

const fromRail = `
  SELECT id FROM credit_files
  WHERE sender IN (?) AND message_id = ? AND source = 'rail' AND state <> 'altered' LIMIT 1`;
const uploaded = 'SELECT id FROM credit_files WHERE once = ?';
/** How long an upload is kept for its uploader, who alone can submit it, ms. */
const keptForUploader = dayMs;
/**
 * An upload may be uploaded again whose request was refused or not decided in time, which was altered, or which another
 * administrator left. Of two that are booked after all, each credit is booked once.
 */
const release = `
  UPDATE credit_files f LEFT JOIN staff_approvals s ON s.id = f.approval_id SET f.once = NULL
  WHERE f.sender IN (?) AND f.message_id = ? AND f.source = 'staff' AND (f.state = 'altered'
    OR f.state = 'uploaded' AND f.uploaded_by <> ? AND f.received_at <= ?
    OR f.state = 'awaiting' AND (s.status = 'refused' OR s.status = 'pending' AND s.expires_at <= ?))`;
const lockFile = `
  SELECT id, message_id AS messageId, state, digest, credits, total, uploaded_by AS uploadedBy FROM credit_files
  WHERE id = ? AND source = 'staff' FOR UPDATE`;
const lockedRow = rowOf({
  id: whole,
  messageId: text,
  state: text,
  digest: bytes,
  credits: whole,
  total: minor,
  uploadedBy: whole.nullable(),
});
const awaitApproval = `UPDATE credit_files SET state = 'awaiting', approval_id = ? WHERE id = ?`;
const startBooking = `UPDATE credit_files SET state = 'booking' WHERE id = ?`;

/** Files of credits that an administrator uploads and another one approves. */
@Injectable()
export class CreditFileUploadsService implements OnModuleInit {
  private readonly queue = new BoundedQueue(1, waitingUploads, ['UNAVAILABLE', { retryAfterSeconds: 10 }]);

  constructor(
    private readonly files: CreditFilesService,
    private readonly list: CreditFileListService,
    private readonly thread: CreditFileThread,
    private readonly documents: DocumentStorageService,
    private readonly forms: KeyedForms,
    private readonly requests: ApprovalRequestsService,
    private readonly approvals: StaffApprovalsService,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
  ) {}

  onModuleInit(): void {
    this.approvals.register('credit_file', (tx, request, context) => this.approve(tx, request, context));
  }

  /**
   * Stores an uploaded file and reads it through; nothing is booked. A faulty file is recorded, but not kept.
   * @throws ApiException UNSUPPORTED_MEDIA_TYPE, MALFORMED_REQUEST, TOO_LARGE, CREDIT_FILE_KNOWN, UNAVAILABLE.
   */
  async upload(request: FastifyRequest, context: RequestContext): Promise<CreditFileDetail> {
    const { kept, name } = await this.receive(request);
    let read: ReadCreditFile;
    try {
      read = await this.queue.run(() => this.thread.read(kept.file, { foresee: true }));
    } catch (error) {
      await this.documents.remove([kept.file]);
      throw error;
    }
    const detail = await this.forms.once(
      context.idempotency,
      { form: {}, files: [{ ...kept, name }] },
      (tx) => this.record(tx, { read, kept, name }, context),
    );
    if (read.fault !== null) await this.documents.remove([kept.file]);
    return detail;
  }

  /**
   * Asks for a second administrator; only the uploader may, who then cannot be the second.
   * @throws ApiException NOT_FOUND, CREDIT_FILE_NOT_WAITING, APPROVAL_REQUIRED.
   */
  submit(context: RequestContext, id: number): Promise<CreditFileDetail> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const file = await tx.found(lockedRow, lockFile, [id]);
      if (file.uploadedBy !== context.actor.userId) throw new ApiException('NOT_FOUND');
      if (file.state !== 'uploaded') throw new ApiException('CREDIT_FILE_NOT_WAITING');
      await demandApproval(tx, context);
      const { messageId, digest, credits, total } = file;
      const about = { id, messageId, digest: digest.toString('hex'), credits, total: String(total) };
      const payload = { changes: [], motive: null, language: context.language };
      const { approval } = await this.requests.request(
        tx,
        { kind: 'credit_file', subjectId: null, payload: { ...payload, file: about } },
        authorOf(context),
      );
      await tx.write(awaitApproval, [approval.id, id]);
      return this.list.one(tx, id, context.actor.userId);
    });
  }

  private async receive(request: FastifyRequest): Promise<{ kept: KeptFile; name: string }> {
    if (!request.isMultipart()) throw new ApiException('UNSUPPORTED_MEDIA_TYPE');
    allowSlowBody(request.raw);
    const part = await request
      .file({ limits: { files: 1, fields: 0, fileSize: creditFileBytes } })
      .catch((): MultipartFile | undefined => undefined);
    if (part?.fieldname !== 'file') throw new ApiException('MALFORMED_REQUEST');
    const kept = await this.documents.keep(part.file);
    if (part.file.truncated) {
      await this.documents.remove([kept.file]);
      throw new ApiException('TOO_LARGE', { fields: { file: 'TOO_LARGE' } });
    }
    return { kept, name: nameOf(part) };
  }

  private async record(
    tx: Transaction,
    { read, kept, name }: { read: ReadCreditFile; kept: KeptFile; name: string },
    context: RequestContext,
  ): Promise<CreditFileDetail> {
    const { userId } = context.actor;
    const { messageId, sender, credits, fault } = read;
    const state = fault === null ? 'uploaded' : 'faulty';
    if (state === 'uploaded') {
      const known = await tx.row(idRow, fromRail, [bicForms(sender), messageId]);
      if (known) throw new ApiException('CREDIT_FILE_KNOWN', { knownId: known.id });
      const now = this.list.now();
      const leftSince = new Date(now.getTime() - keptForUploader);
      await tx.write(release, [bicForms(sender), messageId, userId, leftSince, now]);
    }
    const id = await this.files
      .record(tx, { read, kept, state, upload: { name, userId } })
      .catch(async (error: unknown) => {
        if (!isDuplicateOf(error, 'credit_files_once')) throw error;
        const known = await tx.row(idRow, uploaded, [onceOf(read)]);
        throw new ApiException('CREDIT_FILE_KNOWN', { knownId: known?.id });
      });
    const author = authorOf(context);
    if (fault === null) {
      const values = { id: messageId, count: credits };
      await this.audit.record(tx, { action: 'credit_file.uploaded', type: 'warning', values, ...author });
    } else {
      const values = { id: messageId, code: fault };
      await this.audit.record(tx, { action: 'credit_file.refused', type: 'warning', values, ...author });
    }
    return this.list.one(tx, id, userId);
  }

  /** Lets the slices of an approved file be booked; what they hold is compared with the digest before. */
  private async approve(
    tx: Transaction,
    { payload, requestedBy }: ApprovedRequest,
    context: RequestContext,
  ): Promise<() => void> {
    const { id, digest } = subjectOf(payload, 'file');
    const file = await tx.found(lockedRow, lockFile, [id]);
    const isSame = file.digest.toString('hex') === digest && file.uploadedBy === requestedBy;
    if (file.state !== 'awaiting' || !isSame) throw new ApiException('APPROVAL_OUTDATED');
    await tx.write(startBooking, [file.id]);
    const values = { id: file.messageId };
    await this.audit.record(tx, {
      action: 'credit_file.approved',
      type: 'warning',
      values,
      ...authorOf(context),
    });
    return () => undefined;
  }
}

/** The name of a file without what a header or a path could contain; parts of octets may have none (RFC 7578, section 4.2). */
const nameOf = ({ filename }: { filename?: string }): string =>
  (filename ?? '').replace(/[\p{C}"\\/]/gu, '').slice(-200);
