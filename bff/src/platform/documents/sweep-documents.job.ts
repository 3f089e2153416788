import { Injectable } from '@nestjs/common';
import { rowOf, text } from '../database/columns';
import { Database } from '../database/database';
import type { Job, JobOutcome } from '../jobs/job';
import { DocumentStorageService } from './document-storage.service';

/** Much longer than an upload takes until its commit. */
const minimumAge = 24 * 60 * 60_000;

const ownedFiles = `
  SELECT file FROM documents WHERE file IN (?)
  UNION ALL SELECT file FROM ticket_attachments WHERE file IN (?)
  UNION ALL SELECT file FROM case_files WHERE file IN (?)
  UNION ALL SELECT file FROM statement_files WHERE file IN (?)
  UNION ALL SELECT file FROM rail_files WHERE file IN (?)
  UNION ALL SELECT file FROM credit_files WHERE file IN (?)`;

const fileRow = rowOf({ file: text });

/** Removes files that no submission, message, statement or payment file refers to, such as after a crash during an upload. */
@Injectable()
export class SweepDocumentsJob implements Job {
  readonly name = 'sweep-documents';
  readonly everySeconds = 3_600;

  constructor(
    private readonly database: Database,
    private readonly documents: DocumentStorageService,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const before = new Date(now.getTime() - minimumAge);
    let done = await this.documents.sweepDrafts(before);
    for await (const files of this.documents.storedBefore(before)) {
      if (stopping.aborted) break;
      const orphans = await this.withoutOwner(files);
      await this.documents.remove(orphans);
      done += orphans.length;
    }
    return { done, text: 'job.swept_documents', values: { count: done } };
  }

  private async withoutOwner(files: string[]): Promise<string[]> {
    if (files.length === 0) return [];
    const rows = await this.database.rows(fileRow, ownedFiles, Array<string[]>(6).fill(files));
    const owned = new Set(rows.map(({ file }) => file));
    return files.filter((file) => !owned.has(file));
  }
}
