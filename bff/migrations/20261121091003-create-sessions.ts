import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = {
  sessions: `
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    device VARCHAR(120) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    last_active_at DATETIME(3) NOT NULL,
    ended_at DATETIME(3) NULL,
    end_reason ENUM('signed_out', 'ended_by_user', 'token_reused', 'password_changed') NULL,
    KEY sessions_user (user_id, ended_at),
    KEY sessions_expiry (expires_at),
    CONSTRAINT sessions_user_exists FOREIGN KEY (user_id) REFERENCES users (id)`,

  // Only the digest is stored, so that a copy of the database opens no session.
  refresh_tokens: `
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    session_id INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    spent_at DATETIME(3) NULL,
    KEY refresh_tokens_session (session_id),
    CONSTRAINT refresh_tokens_session_exists
      FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE`,

  // One row per account, unknown identifier or address; the key is its digest.
  login_failures: `
    subject_hash BINARY(32) NOT NULL PRIMARY KEY,
    wrong INT UNSIGNED NOT NULL DEFAULT 0,
    pending INT UNSIGNED NOT NULL DEFAULT 0,
    pending_until DATETIME(3) NULL,
    window_ends_at DATETIME(3) NULL,
    blocked_until DATETIME(3) NULL,
    updated_at DATETIME(3) NOT NULL,
    KEY login_failures_age (updated_at)`,

  mfa_challenges: `
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    tries INT UNSIGNED NOT NULL DEFAULT 0,
    KEY mfa_challenges_expiry (expires_at),
    CONSTRAINT mfa_challenges_user_exists FOREIGN KEY (user_id) REFERENCES users (id)`,

  // `enabled_at` is NULL until the user has proved that their device has the secret.
  two_factor: `
    user_id INT UNSIGNED NOT NULL PRIMARY KEY,
    secret VARBINARY(255) NOT NULL,
    enabled_at DATETIME(3) NULL,
    last_step BIGINT UNSIGNED NULL,
    created_at DATETIME(3) NOT NULL,
    CONSTRAINT two_factor_user_exists FOREIGN KEY (user_id) REFERENCES users (id)`,

  recovery_codes: `
    user_id INT UNSIGNED NOT NULL,
    code_hash BINARY(32) NOT NULL,
    PRIMARY KEY (user_id, code_hash),
    CONSTRAINT recovery_codes_user_exists FOREIGN KEY (user_id) REFERENCES users (id)`,

  password_resets: `
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    KEY password_resets_user (user_id, created_at),
    CONSTRAINT password_resets_user_exists FOREIGN KEY (user_id) REFERENCES users (id)`,
};

export class CreateSessions20261121091003 implements MigrationInterface {
  name = 'CreateSessions20261121091003';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(tables)) {
      await runner.query(
        `CREATE TABLE ${name} (${columns}) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(tables).reverse()) await runner.query(`DROP TABLE ${name}`);
  }
}
