import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { allows } from '@bank/contracts/permissions';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/actor';
import { Failure } from '../common/failure';
import { DocumentsService } from '../documents/documents.service';
import { sendDocument, type DocumentHead } from '../documents/send-document';

interface DocumentRow extends DocumentHead {
  user_id: number;
  file: string;
}

/** Shows the documents of verifications to those who may see them. */
@Injectable()
export class KycDocumentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly documents: DocumentsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Sends a document to its owner or to whoever reviews; the latter leaves a line in the log.
   * @throws Failure NOT_FOUND for everybody else, as for a document that does not exist.
   */
  async send(actor: Actor, id: number, reply: FastifyReply): Promise<void> {
    const [row] = (await this.dataSource.query(
      'SELECT user_id, name, size, media_type, file FROM documents WHERE id = ?',
      [id],
    )) as DocumentRow[];
    if (!row) throw new Failure('NOT_FOUND');
    const own = Number(row.user_id) === actor.userId;
    if (!own && !allows(actor.role, 'kyc:review')) throw new Failure('NOT_FOUND', { isOfAnother: true });
    const content = await this.documents.read(row.file);
    if (!own) {
      await this.audit.record(this.dataSource, {
        action: 'kyc.document_viewed',
        type: 'info',
        message: `Document ${id} du client ${row.user_id} consulté.`,
        ...{ userId: actor.userId, email: actor.email, requestId: reply.request.id },
      });
    }
    await sendDocument(reply, row, content);
  }
}
