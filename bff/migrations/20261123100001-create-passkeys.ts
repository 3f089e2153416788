import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = {
  // `rp_id` is the site's domain that the key was made for; the counter is the authenticator's own.
  passkeys: `
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    credential_id VARBINARY(1023) NOT NULL,
    rp_id VARCHAR(253) NOT NULL,
    user_handle BINARY(32) NOT NULL,
    public_key VARBINARY(4096) NOT NULL,
    counter BIGINT UNSIGNED NOT NULL,
    transports VARCHAR(200) NOT NULL,
    name VARCHAR(60) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    last_used_at DATETIME(3) NULL,
    UNIQUE KEY passkeys_credential (credential_id),
    KEY passkeys_user (user_id),
    CONSTRAINT passkeys_user_exists FOREIGN KEY (user_id) REFERENCES users (id)`,

  // The user and session are those of a registration; a sign-in is without a name.
  passkey_challenges: `
    challenge_hash BINARY(32) NOT NULL PRIMARY KEY,
    ceremony VARCHAR(20) NOT NULL,
    origin VARCHAR(255) NOT NULL,
    user_id INT UNSIGNED NULL,
    session_id INT UNSIGNED NULL,
    user_handle BINARY(32) NULL,
    expires_at DATETIME(3) NOT NULL,
    KEY passkey_challenges_expiry (expires_at)`,
};

export class CreatePasskeys20261123100001 implements MigrationInterface {
  name = 'CreatePasskeys20261123100001';

  /** A session states with how many factors it was opened: a passkey counts as two. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(tables)) {
      await runner.query(
        `CREATE TABLE ${name} (${columns}) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`,
      );
    }
    await runner.query('ALTER TABLE sessions ADD COLUMN factors TINYINT UNSIGNED NOT NULL DEFAULT 1');
    await runner.query(`
      UPDATE sessions SET factors = 2
      WHERE user_id IN (SELECT user_id FROM two_factor WHERE enabled_at IS NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN factors');
    for (const name of Object.keys(tables).reverse()) await runner.query(`DROP TABLE ${name}`);
  }
}
