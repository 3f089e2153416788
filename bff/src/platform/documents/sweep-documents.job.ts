import { Inject, Injectable } from '@nestjs/common';
import { dayMs } from '../time/durations';
import { rowOf, text } from '../database/columns';
import { Database } from '../database/database';
import type { Job, JobOutcome } from '../jobs/job';
import { DocumentStorageService } from './document-storage.service';
import type { StoredFile } from './document-store';
import { FileKeys } from './file-keys.service';
import { allOwnedFiles, type OwnedFiles } from './owned-files';

/** Much longer than an upload takes until its commit. */
const minimumAge = dayMs;

/**
 * A bucket may serve the bank and, for a while, a copy of it that was restored: neither soon removes what the other stored, of
 * which it has no key.
 */
const minimumStrangeAge = 90 * dayMs;

const fileRow = rowOf({ file: text });

/** Removes files that no submission, message, statement or payment file refers to, such as after a crash during an upload. */
@Injectable()
export class SweepDocumentsJob implements Job {
  readonly name = 'sweep-documents';
  readonly everySeconds = 3_600;

  constructor(
    private readonly database: Database,
    private readonly documents: DocumentStorageService,
    private readonly keys: FileKeys,
    @Inject(allOwnedFiles) private readonly ownedFiles: readonly OwnedFiles[],
  ) {}

  async run(now: Date, stopping: AbortSignal): Promise<JobOutcome> {
    const ago = (age: number) => new Date(now.getTime() - age);
    const before = ago(minimumAge);
    let done = await this.documents.sweepDrafts(before);
    for await (const files of this.documents.storedBefore(before)) {
      if (stopping.aborted) break;
      const orphans = await this.mayGo(await this.withoutOwner(files), ago(minimumStrangeAge));
      await this.documents.remove(orphans);
      done += orphans.length;
    }
    return { done, text: 'job.swept_documents', values: { count: done } };
  }

  private async withoutOwner(files: StoredFile[]): Promise<StoredFile[]> {
    if (files.length === 0) return [];
    const names = files.map(({ name }) => name);
    const statement = this.ownedFiles.join(' UNION ALL ');
    const rows = await this.database.rows(
      fileRow,
      statement,
      this.ownedFiles.map(() => names),
    );
    const owned = new Set(rows.map(({ file }) => file));
    return files.filter(({ name }) => !owned.has(name));
  }

  private async mayGo(orphans: StoredFile[], before: Date): Promise<string[]> {
    const names = orphans.map(({ name }) => name);
    if (!this.documents.isShared) return names;
    const known = await this.keys.known(names);
    return orphans
      .filter(({ name, modified }) => known.has(name) || modified < before)
      .map(({ name }) => name);
  }
}
