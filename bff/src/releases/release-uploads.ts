import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { Clock } from '../common/clock';
import { inTransaction } from '../common/transaction';

/** Files of a version that nobody made a release of. */
export interface Upload {
  id: number;
  remote: string;
  version: string;
  files: string[];
}

/** One statement, so that of two first files at once one is the first. */
const noteFile = `
  INSERT INTO release_uploads (remote, version, team, files, created_at) VALUES (?, ?, ?, ?, ?)
  ON DUPLICATE KEY UPDATE files = CONCAT(files, '\\n', VALUES(files))`;

const oldUploads = `
  SELECT id, remote, version, files FROM release_uploads WHERE created_at < ? ORDER BY created_at, id LIMIT 50`;

/** Which files teams uploaded of versions that are no release yet. */
@Injectable()
export class ReleaseUploads {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Notes a file before it is kept; the first one of a version leaves a line of the log. */
  async note(remote: string, version: string, file: string, team: string, requestId: string): Promise<void> {
    await inTransaction(this.dataSource, async (runner) => {
      const { affectedRows } = (await runner.query(noteFile, [
        ...[remote, version, team, file],
        this.clock.now(),
      ])) as { affectedRows: number };
      if (affectedRows !== 1) return;
      await this.audit.record(runner, {
        action: 'release.uploaded',
        type: 'info',
        message: `Fichiers de la version ${remote} ${version} déposés par l’équipe ${team}.`,
        requestId,
      });
    });
  }

  /** A release was made of them: it knows its files itself. */
  async forget(remote: string, version: string): Promise<void> {
    await this.dataSource.query('DELETE FROM release_uploads WHERE remote = ? AND version = ?', [
      remote,
      version,
    ]);
  }

  /** The oldest that were begun before a moment, at most fifty. */
  async before(moment: Date): Promise<Upload[]> {
    const rows = (await this.dataSource.query(oldUploads, [moment])) as (Omit<Upload, 'files'> & {
      files: string;
    })[];
    return rows.map(({ files, ...row }) => ({ ...row, files: [...new Set(files.split('\n'))] }));
  }

  async remove({ id }: Upload): Promise<void> {
    await this.dataSource.query('DELETE FROM release_uploads WHERE id = ?', [id]);
  }
}
