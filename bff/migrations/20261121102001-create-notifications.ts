import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNotifications20261121102001 implements MigrationInterface {
  name = 'CreateNotifications20261121102001';

  /** `user_id` is not a foreign key: its check would lock the user's row in movements of money. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        type ENUM('transaction', 'security', 'success', 'warning', 'error', 'info') NOT NULL,
        text_key VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        text_values TEXT NOT NULL,
        created_at DATETIME(3) NOT NULL,
        read_at DATETIME(3) NULL,
        KEY notifications_user (user_id, created_at, id),
        KEY notifications_unread (user_id, read_at)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications');
  }
}
