import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RememberBrowsers20261123170001 implements MigrationInterface {
  name = 'RememberBrowsers20261123170001';

  /**
   * Browsers in which a person is not asked for the second factor again, and when a password was blocked after a sign-in
   * that was not the person's. A server of before neither asks for the one nor heeds the other.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE remembered_browsers (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        name VARCHAR(120) NOT NULL,
        secret_hash BINARY(32) NOT NULL,
        previous_hash BINARY(32) NULL,
        created_at DATETIME(3) NOT NULL,
        last_used_at DATETIME(3) NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        UNIQUE KEY remembered_browsers_secret (secret_hash),
        KEY remembered_browsers_previous (previous_hash),
        KEY remembered_browsers_user (user_id, id),
        KEY remembered_browsers_expired (expires_at),
        CONSTRAINT remembered_browsers_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    await runner.query('ALTER TABLE users ADD COLUMN password_blocked_at DATETIME(3) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN password_blocked_at');
    await runner.query('DROP TABLE remembered_browsers');
  }
}
