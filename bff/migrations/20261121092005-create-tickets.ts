import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTickets20261121092005 implements MigrationInterface {
  name = 'CreateTickets20261121092005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tickets (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        reference VARCHAR(20) NOT NULL,
        user_id INT UNSIGNED NULL,
        first_name VARCHAR(80) NOT NULL,
        last_name VARCHAR(80) NOT NULL,
        email VARCHAR(254) NOT NULL,
        phone VARCHAR(30) NULL,
        category ENUM('account', 'cards', 'transactions', 'kyc', 'security', 'technical', 'other') NOT NULL,
        priority ENUM('low', 'normal', 'high', 'urgent') NOT NULL,
        subject VARCHAR(200) NOT NULL,
        message TEXT NOT NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY tickets_reference (reference),
        KEY tickets_time (created_at, id),
        CONSTRAINT tickets_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE tickets');
  }
}
