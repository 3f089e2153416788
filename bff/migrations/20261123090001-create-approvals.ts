import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateApprovals20261123090001 implements MigrationInterface {
  name = 'CreateApprovals20261123090001';

  /**
   * Approvals of single calls, each of one session and one exact request; what each person has paid without one since the
   * last.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE approvals (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        session_id INT UNSIGNED NOT NULL,
        status ENUM('asked', 'given', 'used', 'refused', 'ended') NOT NULL DEFAULT 'asked',
        request_hash BINARY(32) NOT NULL,
        idempotency_hash BINARY(32) NULL,
        summary JSON NOT NULL,
        methods VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        code_hash BINARY(32) NULL,
        token_hash BINARY(32) NULL,
        wrong_tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
        created_at DATETIME(3) NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        UNIQUE KEY approvals_token (token_hash),
        KEY approvals_session (session_id, idempotency_hash),
        KEY approvals_expiry (expires_at),
        CONSTRAINT approvals_of_user FOREIGN KEY (user_id) REFERENCES users (id),
        CONSTRAINT approvals_of_session FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
      ) ${table}`);
    await runner.query(`
      CREATE TABLE low_value_payments (
        user_id INT UNSIGNED NOT NULL PRIMARY KEY,
        spent BIGINT NOT NULL,
        CONSTRAINT low_value_payments_positive CHECK (spent >= 0),
        CONSTRAINT low_value_payments_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE low_value_payments');
    await runner.query('DROP TABLE approvals');
  }
}
