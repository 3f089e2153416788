import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateCustomerMessages20261124140002 implements MigrationInterface {
  name = 'CreateCustomerMessages20261124140002';

  /**
   * Notifications that people wrote, whose words are stored once; what arrived of them; addresses that mail came back from;
   * and messages to segments of customers (the bank and the world, section 6).
   */
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [written, arrived, bounces, messages]) await runner.query(statement);
    await runner.query('ALTER TABLE notifications ADD COLUMN written_id INT UNSIGNED NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications DROP COLUMN written_id');
    for (const name of ['customer_messages', 'mail_bounces', 'written_deliveries', 'written_notifications'])
      await runner.query(`DROP TABLE ${name}`);
  }
}

const written = `
  CREATE TABLE written_notifications (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    marketing TINYINT(1) NOT NULL,
    channels SET('push', 'email', 'sms') NOT NULL,
    title_fr VARCHAR(120) NOT NULL,
    title_en VARCHAR(120) NOT NULL,
    text_fr VARCHAR(1000) NOT NULL,
    text_en VARCHAR(1000) NOT NULL
  ) ${table}`;

const arrived = `
  CREATE TABLE written_deliveries (
    written_id INT UNSIGNED NOT NULL,
    channel ENUM('push', 'email', 'sms') NOT NULL,
    outcome ENUM('delivered', 'unreachable') NOT NULL,
    counted INT UNSIGNED NOT NULL,
    PRIMARY KEY (written_id, channel, outcome),
    CONSTRAINT written_deliveries_of FOREIGN KEY (written_id) REFERENCES written_notifications (id)
  ) ${table}`;

const bounces = `
  CREATE TABLE mail_bounces (
    user_id INT UNSIGNED NOT NULL PRIMARY KEY,
    email VARCHAR(254) NOT NULL,
    code SMALLINT UNSIGNED NOT NULL,
    at DATETIME(3) NOT NULL,
    CONSTRAINT mail_bounces_of FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${table}`;

const messages = `
  CREATE TABLE customer_messages (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    written_id INT UNSIGNED NOT NULL,
    segment VARCHAR(500) NOT NULL,
    per_minute INT UNSIGNED NOT NULL,
    state ENUM('awaiting', 'sending', 'sent', 'stopped') NOT NULL DEFAULT 'awaiting',
    approval_id INT UNSIGNED NULL,
    created_by INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    started_at DATETIME(3) NULL,
    finished_at DATETIME(3) NULL,
    after_id INT UNSIGNED NOT NULL DEFAULT 0,
    last_id INT UNSIGNED NOT NULL DEFAULT 0,
    next_at DATETIME(3) NULL,
    recipients INT UNSIGNED NOT NULL DEFAULT 0,
    KEY customer_messages_due (state, next_at),
    CONSTRAINT customer_messages_words FOREIGN KEY (written_id) REFERENCES written_notifications (id),
    CONSTRAINT customer_messages_approval FOREIGN KEY (approval_id) REFERENCES staff_approvals (id),
    CONSTRAINT customer_messages_author FOREIGN KEY (created_by) REFERENCES users (id)
  ) ${table}`;
