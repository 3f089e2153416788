import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when the files of an upload are being removed: nothing is made of them any more. DDL is not part of a transaction: the
 * change may have been made by a run that was killed before it was noted.
 */
export class MarkSweptUploads20261130210001 implements MigrationInterface {
  name = 'MarkSweptUploads20261130210001';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('release_uploads', 'swept_at')) return;
    await runner.query('ALTER TABLE release_uploads ADD COLUMN swept_at DATETIME(3) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('release_uploads', 'swept_at'))) return;
    await runner.query('ALTER TABLE release_uploads DROP COLUMN swept_at');
  }
}
