import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateConversations20261125120001 implements MigrationInterface {
  name = 'CreateConversations20261125120001';

  /**
   * Conversations of customers with people of the bank. `open_user_id` is the customer until it ends, so that a person has
   * one at a time; `before_lines` is what was said to the assistant before, as JSON.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE conversations (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        open_user_id INT UNSIGNED NULL,
        state ENUM('waiting', 'live', 'ended') NOT NULL,
        staff_id INT UNSIGNED NULL,
        ticket_id BIGINT UNSIGNED NULL,
        language ENUM('fr', 'en') NOT NULL,
        before_lines MEDIUMTEXT NOT NULL,
        answer_until DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY conversations_open (open_user_id),
        KEY conversations_of_user (user_id, id),
        KEY conversations_queue (state, id),
        CONSTRAINT conversations_user FOREIGN KEY (user_id) REFERENCES users (id),
        CONSTRAINT conversations_staff FOREIGN KEY (staff_id) REFERENCES users (id),
        CONSTRAINT conversations_ticket FOREIGN KEY (ticket_id) REFERENCES tickets (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE conversation_messages (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        conversation_id BIGINT UNSIGNED NOT NULL,
        author_id INT UNSIGNED NOT NULL,
        is_staff TINYINT(1) NOT NULL,
        message TEXT NOT NULL,
        created_at DATETIME(3) NOT NULL,
        KEY conversation_messages_in (conversation_id, id),
        CONSTRAINT conversation_messages_of FOREIGN KEY (conversation_id) REFERENCES conversations (id),
        CONSTRAINT conversation_messages_by FOREIGN KEY (author_id) REFERENCES users (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE staff_presence (
        user_id INT UNSIGNED NOT NULL PRIMARY KEY,
        seen_at DATETIME(3) NOT NULL,
        KEY staff_presence_seen (seen_at),
        CONSTRAINT staff_presence_of FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE staff_presence');
    await runner.query('DROP TABLE conversation_messages');
    await runner.query('DROP TABLE conversations');
  }
}
