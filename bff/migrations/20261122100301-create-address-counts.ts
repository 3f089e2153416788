import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAddressCounts20261122100301 implements MigrationInterface {
  name = 'CreateAddressCounts20261122100301';

  /** The number of calls of an address (IPv6: its /64 network) in the current window. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE address_counts (
        limit_name VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        address VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        taken INT UNSIGNED NOT NULL,
        window_ends_at DATETIME(3) NOT NULL,
        PRIMARY KEY (limit_name, address),
        KEY address_counts_end (window_ends_at)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE address_counts');
  }
}
