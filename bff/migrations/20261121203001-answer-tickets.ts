import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class AnswerTickets20261121203001 implements MigrationInterface {
  name = 'AnswerTickets20261121203001';

  /**
   * An attachment is stored before the ticket that refers to it; `file` is a name in the documents' folder. An answer
   * is due for e-mail at `mail_at`; NULL once it was sent or given up.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tickets
        ADD COLUMN status ENUM('open', 'answered', 'closed') NOT NULL DEFAULT 'open',
        ADD COLUMN language ENUM('fr', 'en') NOT NULL DEFAULT 'fr',
        ADD COLUMN conversation MEDIUMTEXT NULL,
        ADD COLUMN answer_by DATETIME(3) NULL,
        ADD KEY tickets_email (email)`);
    await runner.query(`
      UPDATE tickets SET answer_by = created_at
        + INTERVAL CASE priority WHEN 'low' THEN 72 WHEN 'normal' THEN 24 WHEN 'high' THEN 4 ELSE 1 END HOUR`);
    await runner.query(`
      ALTER TABLE tickets MODIFY answer_by DATETIME(3) NOT NULL, ADD KEY tickets_queue (status, answer_by, id)`);
    await runner.query(`
      CREATE TABLE ticket_attachments (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        ticket_id BIGINT UNSIGNED NULL,
        client VARCHAR(100) NOT NULL,
        name VARCHAR(200) NOT NULL,
        size INT UNSIGNED NOT NULL,
        media_type VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        sha256 BINARY(32) NOT NULL,
        file CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY ticket_attachments_file (file),
        KEY ticket_attachments_client (client, created_at),
        KEY ticket_attachments_waiting (ticket_id, created_at),
        CONSTRAINT ticket_attachments_of_ticket FOREIGN KEY (ticket_id) REFERENCES tickets (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE ticket_answers (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        ticket_id BIGINT UNSIGNED NOT NULL,
        author_id INT UNSIGNED NOT NULL,
        message TEXT NOT NULL,
        created_at DATETIME(3) NOT NULL,
        mail_at DATETIME(3) NULL,
        mailed_at DATETIME(3) NULL,
        KEY ticket_answers_unsent (mail_at),
        CONSTRAINT ticket_answers_of_ticket FOREIGN KEY (ticket_id) REFERENCES tickets (id),
        CONSTRAINT ticket_answers_by FOREIGN KEY (author_id) REFERENCES users (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ticket_answers');
    await runner.query('DROP TABLE ticket_attachments');
    await runner.query(`
      ALTER TABLE tickets DROP KEY tickets_queue, DROP KEY tickets_email,
        DROP COLUMN status, DROP COLUMN language, DROP COLUMN conversation, DROP COLUMN answer_by`);
  }
}
