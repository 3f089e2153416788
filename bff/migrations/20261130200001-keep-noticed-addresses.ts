import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The address that the notice of a sign-in was mailed to: who disowns the session gets it back. Sessions of before have none. */
export class KeepNoticedAddresses20261130200001 implements MigrationInterface {
  name = 'KeepNoticedAddresses20261130200001';

  async up(runner: QueryRunner): Promise<void> {
    // DDL is not part of a transaction: the column may be there from a run that was killed before it was noted.
    if (await runner.hasColumn('sessions', 'noticed_email')) return;
    await runner.query('ALTER TABLE sessions ADD COLUMN noticed_email VARCHAR(254) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('sessions', 'noticed_email'))) return;
    await runner.query('ALTER TABLE sessions DROP COLUMN noticed_email');
  }
}
