import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether visitors had a release before a team published it again after its rollback. DDL is not part of a transaction: the
 * column may be there already, of a run that was killed before it was noted.
 */
export class NoteShownReleases20261203080001 implements MigrationInterface {
  name = 'NoteShownReleases20261203080001';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('releases', 'was_shown')) return;
    await runner.query('ALTER TABLE releases ADD COLUMN was_shown TINYINT(1) NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('releases', 'was_shown'))) return;
    await runner.query('ALTER TABLE releases DROP COLUMN was_shown');
  }
}
