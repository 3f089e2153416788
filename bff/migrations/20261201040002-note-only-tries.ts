import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Until when the only try of a message is taken to be under way, unless it ends before. DDL is not
 * part of a transaction: the column may be there already, of a run that was killed before it was noted.
 */
export class NoteOnlyTries20261201040002 implements MigrationInterface {
  name = 'NoteOnlyTries20261201040002';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('rail_outbox', 'sending_until')) return;
    await runner.query('ALTER TABLE rail_outbox ADD COLUMN sending_until DATETIME(3) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('rail_outbox', 'sending_until'))) return;
    await runner.query('ALTER TABLE rail_outbox DROP COLUMN sending_until');
  }
}
