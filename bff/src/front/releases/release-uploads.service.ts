import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { Clock } from '../../platform/time/clock.service';
import { rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { installation } from './release-publisher';

const uploadRow = rowOf({
  id: whole,
  remote: text,
  version: text,
  files: text.transform((lines) => [...new Set(lines.split('\n'))]),
});

/** Files of a version that is no release yet, or none any more. */
export type Upload = z.infer<typeof uploadRow>;

/** One statement, so that only one of two concurrent files counts as the first. */
const noteFile = `
  INSERT INTO release_uploads (remote, version, team, files, created_at) VALUES (?, ?, ?, ?, ?)
  ON DUPLICATE KEY UPDATE files = CONCAT(files, '\\n', VALUES(files))`;

const selectOldest = `
  SELECT id, remote, version, files FROM release_uploads WHERE created_at < ? ORDER BY created_at, id LIMIT 50`;

const lockUpload = `
  SELECT id, remote, version, files FROM release_uploads WHERE remote = ? AND version = ? FOR UPDATE`;

@Injectable()
export class ReleaseUploads {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Records a file before it is stored; the first one of a version is logged. */
  async note(remote: string, version: string, file: string, team: string, requestId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { affectedRows } = await tx.write(noteFile, [remote, version, team, file, this.clock.now()]);
      if (affectedRows !== 1) return;
      await this.audit.record(tx, {
        action: 'release.uploaded',
        type: 'info',
        values: { release: `${remote} ${version}`, team },
        requestId,
      });
    });
  }

  /** Records the files of a release that is about to lose them: a sweep that fails between the two is taken up a week later. */
  async noteSwept(tx: Transaction, remote: string, version: string, files: string[]): Promise<void> {
    await tx.write(noteFile, [remote, version, installation, files.join('\n'), this.clock.now()]);
  }

  /**
   * Takes the files of a version, for the transaction that makes a release of them or removes them: another one waits until it has
   * ended, and gets none.
   * @returns undefined without any.
   */
  async take(tx: Transaction, remote: string, version: string): Promise<string[] | undefined> {
    const found = await tx.row(uploadRow, lockUpload, [remote, version]);
    if (found) await tx.write('DELETE FROM release_uploads WHERE id = ?', [found.id]);
    return found?.files;
  }

  /** The oldest uploads from before a moment, at most 50. */
  before(moment: Date): Promise<Upload[]> {
    return this.database.rows(uploadRow, selectOldest, [moment]);
  }
}
