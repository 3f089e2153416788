import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { allows } from '@bank/contracts/permissions';
import { AuditService } from '../../platform/audit/audit.service';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { DocumentStorageService } from '../../platform/documents/document-storage.service';
import type { DocumentHead } from '../../platform/documents/send-document';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';

/** `listed`: of a submission that reviewers are shown. */
const selectDocument = `
  SELECT d.user_id, d.name, d.size, d.media_type, d.file,
    s.status <> 'superseded' AND u.deleted_at IS NULL AS listed
  FROM documents d JOIN kyc_submissions s ON s.id = d.submission_id JOIN users u ON u.id = d.user_id WHERE d.id = ?`;
const documentRow = rowOf({
  user_id: whole,
  name: text,
  size: whole,
  media_type: text,
  file: text,
  listed: flag,
});

@Injectable()
export class KycDocumentsService {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentStorageService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Reads a document for its owner, or for a reviewer, which is logged.
   * @throws ApiException NOT_FOUND for everybody else, as for an unknown document; for a reviewer also where the submission is
   * not shown to them: a superseded one, and of a deleted user.
   */
  async read(context: RequestContext, id: number): Promise<{ head: DocumentHead; content: Readable }> {
    const row = await this.database.found(documentRow, selectDocument, [id]);
    const isOwn = row.user_id === context.actor.userId;
    if (!isOwn && !allows(context.actor, 'kyc:review'))
      throw new ApiException('NOT_FOUND', { isOfAnother: true });
    if (!isOwn && !row.listed) throw new ApiException('NOT_FOUND');
    if (isOwn) return { head: row, content: await this.documents.read(row.file) };
    const content = await this.documents.readRecorded(row.file, () =>
      this.audit.record(this.database, {
        action: 'kyc.document_viewed',
        type: 'info',
        text: 'document.viewed',
        values: { id, user: row.user_id },
        ...authorOf(context),
      }),
    );
    return { head: row, content };
  }
}
