import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ListServers20261126110001 implements MigrationInterface {
  name = 'ListServers20261126110001';

  /**
   * The servers that run on this database: fingerprints of where each keeps its files and of the keys it knows, and when it
   * was last there.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE servers (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        documents_store CHAR(64) CHARACTER SET ascii NOT NULL,
        releases_store CHAR(64) CHARACTER SET ascii NOT NULL,
        known_keys TEXT NOT NULL,
        seen_at DATETIME(3) NOT NULL
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE servers');
  }
}
