import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { AttachmentStored } from '@bank/contracts/support';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import {
  DocumentStorageService,
  type StoredDocument,
} from '../../platform/documents/document-storage.service';
import { KeyedForms } from '../../platform/documents/keyed-forms.service';
import type { DocumentHead } from '../../platform/documents/send-document';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { addressKey } from '../../platform/security/address';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { Clock } from '../../platform/time/clock.service';

const insertAttachment = `
  INSERT INTO ticket_attachments (client, name, size, media_type, sha256, file, created_at) VALUES (?)`;
const claim = `
  UPDATE ticket_attachments SET ticket_id = ? WHERE ticket_id IS NULL AND file IN (?)`;
const selectAttachment = `
  SELECT a.name, a.size, a.media_type, a.file, t.reference
  FROM ticket_attachments a JOIN tickets t ON t.id = a.ticket_id WHERE a.ticket_id = ? AND a.id = ?`;
const attachmentRow = rowOf({ name: text, size: whole, media_type: text, file: text, reference: text });
export const filesOfAttachments = 'SELECT file FROM ticket_attachments WHERE file IN (?)';

@Injectable()
export class AttachmentsService {
  constructor(
    private readonly database: Database,
    private readonly keyedForms: KeyedForms,
    private readonly documents: DocumentStorageService,
    private readonly limits: AddressLimits,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores one file and returns the name that nobody can guess, by which a message refers to it.
   * @param receive reads the file, which only happens within the address's limit, or for a call that may be a repeated one
   * @throws what `receive` does, and ApiException ADDRESS_LIMIT_REACHED, IDEMPOTENCY_KEY_REUSED.
   */
  async store(receive: () => Promise<StoredDocument>, context: RequestContext): Promise<AttachmentStored> {
    const { address, idempotency } = context;
    const isCounted = !(await this.keyedForms.isUsed(idempotency));
    let isStored = false;
    if (isCounted) await this.limits.take(this.database, 'attachments', address);
    try {
      const document = await receive();
      return await this.keyedForms.once(idempotency, { form: {}, files: [document] }, async (tx) => {
        const stored = await this.insert(tx, document, address);
        isStored = true;
        return stored;
      });
    } finally {
      if (isCounted && !isStored) await this.limits.giveBack(this.database, 'attachments', address);
    }
  }

  /** Assigns each file to a ticket. @throws ApiException INVALID_FIELDS when one is missing or belongs to a ticket. */
  async claim(tx: Transaction, ticketId: number, files: string[]): Promise<void> {
    if (files.length === 0) return;
    const { affectedRows } = await tx.write(claim, [ticketId, files]);
    if (affectedRows !== new Set(files).size) {
      throw new ApiException('INVALID_FIELDS', { fields: { attachments: 'NOT_VALID' } });
    }
  }

  /** Opens a file of a ticket for an administrator, which is logged. @throws ApiException NOT_FOUND. */
  async open(
    ticketId: number,
    id: number,
    context: RequestContext,
  ): Promise<{ head: DocumentHead; content: Readable }> {
    const head = await this.database.found(attachmentRow, selectAttachment, [ticketId, id]);
    const content = await this.documents.readRecorded(head.file, () =>
      this.audit.record(this.database, {
        action: 'ticket.attachment_viewed',
        type: 'info',
        text: 'attachment.viewed',
        values: { id, reference: head.reference },
        ...authorOf(context),
      }),
    );
    return { head, content };
  }

  private async insert(
    tx: Transaction,
    { file, name, size, mediaType, sha256 }: StoredDocument,
    address: string,
  ): Promise<AttachmentStored> {
    const row = [addressKey(address), name, size, mediaType, sha256, file, this.clock.now()];
    await tx.write(insertAttachment, [row]);
    return { id: file, name, size };
  }
}
