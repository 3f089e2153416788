import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateIdentityChecks20261123120001 implements MigrationInterface {
  name = 'CreateIdentityChecks20261123120001';

  /**
   * The automated checks of submissions: one without `due_at` waits until the owner's e-mail address is verified, which a
   * trigger notices. Submissions of before have none and wait for a person. And whose which identity document is, by the keyed
   * digest of its number.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE identity_checks (
        submission_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
        due_at DATETIME(3) NULL,
        attempts TINYINT UNSIGNED NOT NULL DEFAULT 0,
        done_at DATETIME(3) NULL,
        findings MEDIUMTEXT NULL,
        KEY identity_checks_due (done_at, due_at),
        CONSTRAINT identity_checks_of_submission FOREIGN KEY (submission_id) REFERENCES kyc_submissions (id)
      ) ${table}`);
    await runner.query(`
      CREATE TRIGGER users_email_verified AFTER UPDATE ON users FOR EACH ROW
      IF NEW.email_verified_at IS NOT NULL AND OLD.email_verified_at IS NULL THEN
        UPDATE identity_checks c JOIN kyc_submissions s ON s.id = c.submission_id
        SET c.due_at = NEW.email_verified_at
        WHERE s.user_id = NEW.id AND s.status = 'pending' AND c.done_at IS NULL AND c.due_at IS NULL;
      END IF`);
    await runner.query(`
      CREATE TABLE identity_documents (
        digest BINARY(32) NOT NULL PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        seen_at DATETIME(3) NOT NULL,
        KEY identity_documents_user (user_id),
        CONSTRAINT identity_documents_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE identity_documents');
    await runner.query('DROP TRIGGER users_email_verified');
    await runner.query('DROP TABLE identity_checks');
  }
}
