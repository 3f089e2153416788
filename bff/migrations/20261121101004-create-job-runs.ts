import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateJobRuns20261121101004 implements MigrationInterface {
  name = 'CreateJobRuns20261121101004';

  /** Only runs that did something or failed. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE job_runs (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        job VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        started_at DATETIME(3) NOT NULL,
        finished_at DATETIME(3) NOT NULL,
        done INT UNSIGNED NOT NULL,
        failed TINYINT(1) NOT NULL DEFAULT 0,
        KEY job_runs_job (job, id),
        KEY job_runs_time (finished_at)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_runs');
  }
}
