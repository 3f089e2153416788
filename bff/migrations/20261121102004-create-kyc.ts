import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateKyc20261121102004 implements MigrationInterface {
  name = 'CreateKyc20261121102004';

  /** A submission that was sent again before it was reviewed is superseded; `file` is a name in the documents' folder. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kyc_submissions (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        first_name VARCHAR(80) NOT NULL,
        last_name VARCHAR(80) NOT NULL,
        birth_date DATE NOT NULL,
        address VARCHAR(200) NOT NULL,
        status ENUM('pending', 'approved', 'rejected', 'superseded') NOT NULL DEFAULT 'pending',
        reason VARCHAR(500) NULL,
        submitted_at DATETIME(3) NOT NULL,
        reviewed_at DATETIME(3) NULL,
        reviewed_by INT UNSIGNED NULL,
        KEY kyc_submissions_user (user_id, id),
        KEY kyc_submissions_queue (status, id),
        CONSTRAINT kyc_submissions_of_user FOREIGN KEY (user_id) REFERENCES users (id),
        CONSTRAINT kyc_submissions_review CHECK ((status IN ('approved', 'rejected')) = (reviewed_at IS NOT NULL))
      ) ${table}`);
    await runner.query(`
      CREATE TABLE documents (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        submission_id BIGINT UNSIGNED NOT NULL,
        user_id INT UNSIGNED NOT NULL,
        kind ENUM('identity', 'address', 'income', 'selfie') NOT NULL,
        name VARCHAR(200) NOT NULL,
        size INT UNSIGNED NOT NULL,
        media_type VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        sha256 BINARY(32) NOT NULL,
        file CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        UNIQUE KEY documents_file (file),
        CONSTRAINT documents_of_submission FOREIGN KEY (submission_id) REFERENCES kyc_submissions (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE documents');
    await runner.query('DROP TABLE kyc_submissions');
  }
}
