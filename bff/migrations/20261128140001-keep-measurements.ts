import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeepMeasurements20261128140001 implements MigrationInterface {
  name = 'KeepMeasurements20261128140001';

  /** What each server measured of itself in each minute. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE server_measurements (
        minute DATETIME NOT NULL,
        server VARCHAR(120) NOT NULL,
        calls INT UNSIGNED NOT NULL,
        failed INT UNSIGNED NOT NULL,
        median_ms DOUBLE NULL,
        p99_ms DOUBLE NULL,
        statement_p99_ms DOUBLE NULL,
        pool_wait_p99_ms DOUBLE NULL,
        cpu DOUBLE NOT NULL,
        memory_bytes BIGINT UNSIGNED NOT NULL,
        streams INT UNSIGNED NOT NULL,
        messages_waiting INT UNSIGNED NOT NULL,
        PRIMARY KEY (minute, server)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE server_measurements');
  }
}
