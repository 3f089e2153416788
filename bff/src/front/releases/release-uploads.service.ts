import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { filesOfRelease } from '@bank/contracts/releases';
import { AuditService } from '../../platform/audit/audit.service';
import { Clock } from '../../platform/time/clock.service';
import { moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { hourMs } from '../../platform/time/durations';
import { installation } from './release-publisher';

/** Each line is the name of a file, followed by the hash of its content where a team sent it (W3C SRI). */
const filesOf = (lines: string): Map<string, string | undefined> =>
  new Map(
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [name = '', hash] = line.split(' ');
        return [name, hash];
      }),
  );

const uploadRow = rowOf({
  id: whole,
  remote: text,
  version: text,
  files: text.transform(filesOf),
  swept_at: moment.nullable(),
});

/** Files of a version that is no release yet, or none any more. */
export type Upload = z.infer<typeof uploadRow>;

/** Locks the row, a new one or that of earlier files, so that simultaneous files of a version follow each other. */
const openUpload = `
  INSERT INTO release_uploads (remote, version, team, files, created_at) VALUES (?, ?, ?, '', ?)
  ON DUPLICATE KEY UPDATE id = id`;
const addFile = `UPDATE release_uploads SET files = CONCAT(files, '\\n', ?) WHERE id = ?`;
const noteFiles = `
  INSERT INTO release_uploads (remote, version, team, files, created_at) VALUES (?, ?, ?, ?, ?)
  ON DUPLICATE KEY UPDATE files = CONCAT(files, '\\n', VALUES(files))`;

const selectOldest = `
  SELECT id, remote, version, files, swept_at FROM release_uploads
  WHERE (created_at < ? AND swept_at IS NULL) OR swept_at <= ? ORDER BY created_at, id LIMIT 50`;

const lockUpload = `
  SELECT id, remote, version, files, swept_at FROM release_uploads WHERE remote = ? AND version = ? FOR UPDATE`;
const markSwept = 'UPDATE release_uploads SET swept_at = ? WHERE id = ?';
const deleteSwept = 'DELETE FROM release_uploads WHERE remote = ? AND version = ? AND swept_at = ?';

/** When another server may go on with a sweep: longer than the files of a version take, less than until the next run. */
const takeOverMs = hourMs / 2;
const retryAfterSeconds = 60;

/** A sweep of the files of a version, by the moment of its mark. */
export interface Sweep {
  files: string[];
  at: Date;
}

@Injectable()
export class ReleaseUploads {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Records a file with the hash of its content before it is stored; the first one of a version is logged.
   * @throws ApiException RELEASE_REFUSED when another content was recorded under the name, or more files than a release may have;
   * UNAVAILABLE while a sweep removes the version.
   */
  async note(
    { remote, version, name, hash }: { remote: string; version: string; name: string; hash: string },
    team: string,
    requestId: string,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.write(openUpload, [remote, version, team, this.clock.now()]);
      const { id, files, swept_at } = await tx.found(uploadRow, lockUpload, [remote, version]);
      if (swept_at) throw new ApiException('UNAVAILABLE', { retryAfterSeconds });
      const known = files.get(name);
      if (known === hash) return;
      if (known !== undefined || (!files.has(name) && files.size >= filesOfRelease))
        throw new ApiException('RELEASE_REFUSED');
      await tx.write(addFile, [`${name} ${hash}`, id]);
      if (files.size > 0) return;
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
    await tx.write(noteFiles, [remote, version, installation, files.join('\n'), this.clock.now()]);
  }

  /**
   * Takes the files of a version, for the transaction that makes a release of them: another one waits until it has ended, and
   * gets none.
   * @returns undefined without any, or while a sweep removes them.
   */
  async take(tx: Transaction, remote: string, version: string): Promise<string[] | undefined> {
    const found = await tx.row(uploadRow, lockUpload, [remote, version]);
    if (!found || found.swept_at) return undefined;
    await tx.write('DELETE FROM release_uploads WHERE id = ?', [found.id]);
    return [...found.files.keys()];
  }

  /**
   * Marks the files of a version as being removed: nothing else is made of them until `endSweep`.
   * @returns undefined without any, or while another server removes them.
   */
  async beginSweep(tx: Transaction, remote: string, version: string): Promise<Sweep | undefined> {
    const at = this.clock.now();
    const found = await tx.row(uploadRow, lockUpload, [remote, version]);
    if (!found || (found.swept_at && found.swept_at > this.takenOver(at))) return undefined;
    await tx.write(markSwept, [at, found.id]);
    return { files: [...found.files.keys()], at };
  }

  /** Forgets the removed files, unless another server took the sweep over. */
  async endSweep(tx: Transaction, remote: string, version: string, { at }: Sweep): Promise<void> {
    await tx.write(deleteSwept, [remote, version, at]);
  }

  /** The oldest uploads from before a moment, and those whose sweep did not end, at most 50. */
  before(moment: Date): Promise<Upload[]> {
    return this.database.rows(uploadRow, selectOldest, [moment, this.takenOver(this.clock.now())]);
  }

  /** The latest mark of a sweep that another server may take over. */
  private takenOver(now: Date): Date {
    return new Date(now.getTime() - takeOverMs);
  }
}
