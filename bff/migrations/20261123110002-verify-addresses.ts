import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class VerifyAddresses20261123110002 implements MigrationInterface {
  name = 'VerifyAddresses20261123110002';

  /** Links that prove an e-mail address, and codes that prove a telephone number; both are stored as digests. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE email_verifications (
        token_hash BINARY(32) NOT NULL PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        email VARCHAR(254) NOT NULL,
        created_at DATETIME(3) NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        KEY email_verifications_user (user_id, created_at),
        KEY email_verifications_age (created_at),
        CONSTRAINT email_verifications_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE phone_codes (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        phone VARCHAR(30) NOT NULL,
        code_hash BINARY(32) NOT NULL,
        tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
        created_at DATETIME(3) NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        KEY phone_codes_user (user_id, created_at),
        KEY phone_codes_phone (phone, created_at),
        KEY phone_codes_age (created_at),
        CONSTRAINT phone_codes_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE phone_codes');
    await runner.query('DROP TABLE email_verifications');
  }
}
