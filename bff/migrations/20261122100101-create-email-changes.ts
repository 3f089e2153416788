import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateEmailChanges20261122100101 implements MigrationInterface {
  name = 'CreateEmailChanges20261122100101';

  /**
   * A link mailed to a user's new address, stored as a digest; `session_id` is the session that requested it. The
   * set-up of a second factor records whether the user gave a proof.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE email_changes (
        token_hash BINARY(32) NOT NULL PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        session_id INT UNSIGNED NOT NULL,
        email VARCHAR(254) NOT NULL,
        created_at DATETIME(3) NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        KEY email_changes_user (user_id, created_at),
        KEY email_changes_age (created_at),
        CONSTRAINT email_changes_user_exists FOREIGN KEY (user_id) REFERENCES users (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    await runner.query('ALTER TABLE two_factor ADD COLUMN proven_at DATETIME(3) NULL');
    await runner.query('ALTER TABLE sessions MODIFY COLUMN end_reason VARCHAR(30) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE sessions SET end_reason = 'ended_by_user' WHERE end_reason IN ('factor_changed', 'deactivated')`);
    await runner.query(`
      ALTER TABLE sessions MODIFY COLUMN
        end_reason ENUM('signed_out', 'ended_by_user', 'token_reused', 'password_changed') NULL`);
    await runner.query('ALTER TABLE two_factor DROP COLUMN proven_at');
    await runner.query('DROP TABLE email_changes');
  }
}
