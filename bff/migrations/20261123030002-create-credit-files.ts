import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class CreateCreditFiles20261123030002 implements MigrationInterface {
  name = 'CreateCreditFiles20261123030002';

  /**
   * Files of the rail as they came, each once under its sender's id; files of credits, from the rail or uploaded by an
   * administrator; and their slices, each booked in one transaction that stores the progress. `once` is the sender and
   * message id of an upload that is or may be booked. A slice's digest is that of its credits when the file arrived.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rail_files (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        port VARCHAR(20) ${ascii} NOT NULL,
        message_id VARCHAR(80) ${ascii} NOT NULL,
        type VARCHAR(20) ${ascii} NOT NULL,
        file CHAR(32) ${ascii} NOT NULL,
        size BIGINT UNSIGNED NOT NULL,
        digest BINARY(32) NOT NULL,
        fault VARCHAR(40) ${ascii} NULL,
        received_at DATETIME(3) NOT NULL,
        UNIQUE KEY rail_files_message (port, message_id),
        KEY rail_files_digest (digest),
        KEY rail_files_file (file)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE credit_files (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        source ENUM('rail', 'staff') NOT NULL,
        message_id VARCHAR(35) ${ascii} NOT NULL,
        sender VARCHAR(11) ${ascii} NOT NULL,
        once VARCHAR(47) ${ascii} NULL,
        name VARCHAR(200) NULL,
        file CHAR(32) ${ascii} NULL,
        size BIGINT UNSIGNED NOT NULL,
        digest BINARY(32) NOT NULL,
        state ENUM('faulty', 'uploaded', 'awaiting', 'booking', 'booked', 'altered') NOT NULL,
        fault VARCHAR(40) ${ascii} NULL,
        credits INT UNSIGNED NOT NULL,
        total BIGINT NOT NULL,
        summary TEXT NOT NULL,
        booked INT UNSIGNED NOT NULL DEFAULT 0,
        booked_total BIGINT NOT NULL DEFAULT 0,
        refused INT UNSIGNED NOT NULL DEFAULT 0,
        uploaded_by INT UNSIGNED NULL,
        approval_id INT UNSIGNED NULL,
        received_at DATETIME(3) NOT NULL,
        finished_at DATETIME(3) NULL,
        UNIQUE KEY credit_files_once (once),
        KEY credit_files_message (sender, message_id),
        KEY credit_files_state (state, id),
        KEY credit_files_file (file),
        CONSTRAINT credit_files_uploader FOREIGN KEY (uploaded_by) REFERENCES users (id),
        CONSTRAINT credit_files_approval FOREIGN KEY (approval_id) REFERENCES staff_approvals (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE credit_file_slices (
        file_id BIGINT UNSIGNED NOT NULL,
        number INT UNSIGNED NOT NULL,
        digest BINARY(32) NOT NULL,
        booked_at DATETIME(3) NULL,
        PRIMARY KEY (file_id, number),
        CONSTRAINT credit_file_slices_of_file FOREIGN KEY (file_id) REFERENCES credit_files (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE credit_file_slices');
    await runner.query('DROP TABLE credit_files');
    await runner.query('DROP TABLE rail_files');
  }
}
