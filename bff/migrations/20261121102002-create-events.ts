import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateEvents20261121102002 implements MigrationInterface {
  name = 'CreateEvents20261121102002';

  /** The live events of open pages; a row without a user is for the administrators. Rows are kept for minutes. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE events (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NULL,
        type VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        data VARCHAR(1000) NOT NULL,
        created_at DATETIME(3) NOT NULL,
        KEY events_age (created_at)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE events');
  }
}
