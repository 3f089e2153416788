import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDataExports20261123160001 implements MigrationInterface {
  name = 'CreateDataExports20261123160001';

  /** Who asked for all of their data, in which session, and what came of it; the files themselves are not kept. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE data_exports (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        session_id INT UNSIGNED NOT NULL,
        requested_at DATETIME(3) NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        downloads TINYINT UNSIGNED NOT NULL DEFAULT 0,
        downloaded_at DATETIME(3) NULL,
        KEY data_exports_user (user_id, requested_at, id),
        KEY data_exports_age (requested_at),
        CONSTRAINT data_exports_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE data_exports');
  }
}
