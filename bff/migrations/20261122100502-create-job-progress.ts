import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateJobProgress20261122100502 implements MigrationInterface {
  name = 'CreateJobProgress20261122100502';

  /** Where a job that works in slices stopped, stored in the transaction of its last slice. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE job_progress (
        job VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        state VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NULL
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_progress');
  }
}
