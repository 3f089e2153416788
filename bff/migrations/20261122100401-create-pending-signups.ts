import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreatePendingSignups20261122100401 implements MigrationInterface {
  name = 'CreatePendingSignups20261122100401';

  /**
   * Applications from partner pages; the account is opened once the password is chosen. The code of an application
   * brings its browser to the bank's site, where the browser's own secret replaces it. A frame's token is valid once
   * for each purpose.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE pending_signups (
        id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        partner_id INT UNSIGNED NOT NULL,
        email VARCHAR(254) NOT NULL,
        first_name VARCHAR(80) NOT NULL,
        last_name VARCHAR(80) NOT NULL,
        phone VARCHAR(30) NULL,
        code_hash BINARY(32) NULL,
        code_expires_at DATETIME(3) NULL,
        browser_hash BINARY(32) NULL,
        created_at DATETIME(3) NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        UNIQUE KEY pending_signups_code (code_hash),
        UNIQUE KEY pending_signups_browser (browser_hash),
        KEY pending_signups_expiry (expires_at),
        CONSTRAINT pending_signups_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE spent_frame_tokens (
        token_id BINARY(16) NOT NULL,
        purpose ENUM('open', 'signup') NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        PRIMARY KEY (token_id, purpose),
        KEY spent_frame_tokens_expiry (expires_at)
      ) ${table}`);
    await runner.query('DROP TABLE continue_codes');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE continue_codes (
        code_hash BINARY(32) NOT NULL PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        KEY continue_codes_user (user_id),
        KEY continue_codes_expiry (expires_at),
        CONSTRAINT continue_codes_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
    await runner.query('DROP TABLE spent_frame_tokens');
    await runner.query('DROP TABLE pending_signups');
  }
}
