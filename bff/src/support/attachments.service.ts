import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource, type QueryRunner } from 'typeorm';
import type { AttachmentStored } from '@bank/contracts/support';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/actor';
import { addressKey } from '../common/address';
import { AddressLimits } from '../common/address-limits';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import type { KeyedCall } from '../common/idempotency';
import { DocumentsService } from '../documents/documents.service';
import { FormReader } from '../documents/form-reader';
import { KeyedForms } from '../documents/keyed-forms';
import { sendDocument, type DocumentHead } from '../documents/send-document';

const insertAttachment = `
  INSERT INTO ticket_attachments (client, name, size, media_type, sha256, file, created_at) VALUES (?)`;
const claim = `
  UPDATE ticket_attachments SET ticket_id = ? WHERE ticket_id IS NULL AND file IN (?)`;
const attachment = `
  SELECT a.name, a.size, a.media_type, a.file, t.reference
  FROM ticket_attachments a JOIN tickets t ON t.id = a.ticket_id WHERE a.ticket_id = ? AND a.id = ?`;

/** The files that go with messages to support. */
@Injectable()
export class AttachmentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly forms: FormReader,
    private readonly keyedForms: KeyedForms,
    private readonly documents: DocumentsService,
    private readonly limits: AddressLimits,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores one file, and answers what a message names it by: a name that nobody guesses.
   * @throws what `FormReader.receive` does, and Failure INVALID_FIELDS, ADDRESS_LIMIT_REACHED,
   * IDEMPOTENCY_KEY_REUSED.
   */
  async receive(request: FastifyRequest, keyed: KeyedCall): Promise<AttachmentStored> {
    let isKept = false;
    await this.limits.take(this.dataSource, 'attachments', request.ip);
    try {
      return await this.store(request, keyed, () => (isKept = true));
    } finally {
      if (!isKept) await this.limits.giveBack(this.dataSource, 'attachments', request.ip);
    }
  }

  /** Gives files to a ticket, each once. @throws Failure INVALID_FIELDS when one is not there or has a ticket. */
  async claim(runner: QueryRunner, ticketId: number, files: string[]): Promise<void> {
    if (files.length === 0) return;
    const { affectedRows } = (await runner.query(claim, [ticketId, files])) as { affectedRows: number };
    if (affectedRows !== new Set(files).size) {
      throw new Failure('INVALID_FIELDS', { fields: { attachments: 'NOT_VALID' } });
    }
  }

  /** Shows a file of a ticket to an administrator, which leaves a line in the log. @throws Failure NOT_FOUND. */
  async send(actor: Actor, ticketId: number, id: number, reply: FastifyReply): Promise<void> {
    const [row] = (await this.dataSource.query(attachment, [ticketId, id])) as (DocumentHead & {
      file: string;
      reference: string;
    })[];
    if (!row) throw new Failure('NOT_FOUND');
    const content = await this.documents.read(row.file);
    await this.audit.record(this.dataSource, {
      action: 'ticket.attachment_viewed',
      type: 'info',
      message: `Pièce jointe ${id} du message ${row.reference} consultée.`,
      ...{ userId: actor.userId, email: actor.email, requestId: reply.request.id },
    });
    await sendDocument(reply, row, content);
  }

  private async store(
    request: FastifyRequest,
    keyed: KeyedCall,
    onKept: () => void,
  ): Promise<AttachmentStored> {
    const stored = await this.forms.receive(request, 'file', ({ files }) => {
      const [file, ...more] = files;
      if (!file || more.length > 0) throw new Failure('INVALID_FIELDS', { fields: { file: 'REQUIRED' } });
      return file;
    });
    const { file, name, size, mediaType, sha256 } = stored;
    return this.keyedForms.once(keyed, { form: {}, files: [stored] }, async (runner) => {
      const row = [addressKey(request.ip), name, size, mediaType, sha256, file, this.clock.now()];
      await runner.query(insertAttachment, [row]);
      onKept();
      return { id: file, name, size };
    });
  }
}
