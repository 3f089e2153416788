import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  caseKinds,
  caseLimits,
  type EntryKind,
  entryKinds,
  isPublicKind,
  publicEntryKinds,
} from '@bank/contracts/cases';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { DocumentStorageService } from '../../platform/documents/document-storage.service';
import type { DocumentHead } from '../../platform/documents/send-document';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { caseValues, refuseOwnCase } from './own-case';

const selectFile = `
  SELECT f.name, f.size, f.media_type, f.file, c.reference, c.kind, c.user_id AS userId, e.kind AS entryKind
  FROM case_files f JOIN cases c ON c.id = f.case_id JOIN case_entries e ON e.id = f.entry_id
  WHERE f.case_id = ? AND f.id = ?`;
const fileRow = rowOf({
  name: text,
  size: whole,
  media_type: text,
  file: text,
  reference: text,
  kind: z.enum(caseKinds),
  userId: whole,
  entryKind: z.enum(entryKinds),
});
const countFiles = `
  SELECT COUNT(*) FROM case_files f JOIN case_entries e ON e.id = f.entry_id WHERE f.case_id = ? AND e.is_customer = ?`;

export const filesOfCases = 'SELECT file FROM case_files WHERE file IN (?)';

interface OpenedFile {
  head: DocumentHead;
  content: Readable;
}

/** The files of cases. */
@Injectable()
export class CaseFiles {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentStorageService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Opens a file for the customer of its case.
   * @throws ApiException NOT_FOUND, also for another customer's, and for a note's.
   */
  async own({ actor }: RequestContext, caseId: number, id: number): Promise<OpenedFile> {
    const head = await this.database.found(fileRow, selectFile, [caseId, id]);
    if (head.userId !== actor.userId) throw new ApiException('NOT_FOUND', { isOfAnother: true });
    if (!isPublicKind(head.kind) || !isPublicEntry(head.entryKind)) throw new ApiException('NOT_FOUND');
    return { head, content: await this.documents.read(head.file) };
  }

  /** Opens a file for staff, which is logged. @throws ApiException NOT_FOUND, OWN_CASE. */
  async forStaff(context: RequestContext, caseId: number, id: number): Promise<OpenedFile> {
    const head = await this.database.found(fileRow, selectFile, [caseId, id]);
    refuseOwnCase(head, context.actor.userId);
    const content = await this.documents.readRecorded(head.file, () =>
      this.audit.record(this.database, {
        action: 'case.file_viewed',
        type: 'info',
        values: { id, ...caseValues(head) },
        ...authorOf(context),
      }),
    );
    return { head, content };
  }

  /** @throws ApiException INVALID_FIELDS when a locked case would have too many files of the customer's, or of staff's. */
  async mayAdd(tx: Transaction, caseId: number, count: number, of: 'customer' | 'staff'): Promise<void> {
    if (count === 0) return;
    const stored = await tx.count(countFiles, [caseId, of === 'customer']);
    if (stored + count > caseLimits.filesOfCase) {
      throw new ApiException('INVALID_FIELDS', { fields: { files: 'TOO_MANY_FILES' } });
    }
  }
}

const isPublicEntry = (kind: EntryKind) => publicEntryKinds.some((each) => each === kind);
