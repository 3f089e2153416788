import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DocumentsService } from '../documents/documents.service';
import type { Job, JobOutcome } from './job';

/** Much longer than an upload takes from its first byte to its commit. */
const keptFor = 24 * 60 * 60_000;

const ownedFiles = `
  SELECT file FROM documents WHERE file IN (?)
  UNION ALL SELECT file FROM ticket_attachments WHERE file IN (?)`;

/** Removes files whose upload never became a part of a submission or a message, such as when a server died in between. */
@Injectable()
export class SweepDocumentsJob implements Job {
  readonly name = 'sweep-documents';
  readonly everySeconds = 3_600;

  constructor(
    private readonly dataSource: DataSource,
    private readonly documents: DocumentsService,
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const before = new Date(now.getTime() - keptFor);
    let done = await this.documents.sweepDrafts(before);
    for await (const files of this.documents.storedBefore(before)) {
      if (stopping.aborted) break;
      const orphans = await this.withoutOwner(files);
      await this.documents.remove(orphans);
      done += orphans.length;
    }
    return { done, message: `Documents sans dossier : ${done} supprimés.` };
  }

  private async withoutOwner(files: string[]): Promise<string[]> {
    if (files.length === 0) return [];
    const rows = (await this.dataSource.query(ownedFiles, [files, files])) as { file: string }[];
    const owned = new Set(rows.map(({ file }) => file));
    return files.filter((file) => !owned.has(file));
  }
}
