import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ShareCallCounts20261127130002 implements MigrationInterface {
  name = 'ShareCallCounts20261127130002';

  /** What each server counted of callers near their limits in the current minute; a caller is a keyed digest. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE call_counts (
        caller BINARY(16) NOT NULL,
        server BINARY(16) NOT NULL,
        window_ends_at DATETIME(3) NOT NULL,
        hits INT UNSIGNED NOT NULL,
        PRIMARY KEY (caller, server),
        KEY call_counts_end (window_ends_at)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE call_counts');
  }
}
