import type { MigrationInterface, QueryRunner } from 'typeorm';

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';
const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreatePushSubscriptions20261123140001 implements MigrationInterface {
  name = 'CreatePushSubscriptions20261123140001';

  /**
   * The browsers that receive push messages, each of the session that used it last; a session that expired leaves its browser,
   * one that was ended takes it along. `push_deliveries` holds what some browsers of a user have received while others have to
   * be tried again.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE push_subscriptions (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        session_id INT UNSIGNED NULL,
        device VARCHAR(120) NOT NULL,
        endpoint VARCHAR(1000) ${ascii} NOT NULL,
        endpoint_digest BINARY(32) NOT NULL,
        p256dh VARCHAR(88) ${ascii} NOT NULL,
        auth VARCHAR(24) ${ascii} NOT NULL,
        failures TINYINT UNSIGNED NOT NULL DEFAULT 0,
        silent_until DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY push_subscriptions_endpoint (endpoint_digest),
        KEY push_subscriptions_user (user_id),
        CONSTRAINT push_subscriptions_of_user FOREIGN KEY (user_id) REFERENCES users (id),
        CONSTRAINT push_subscriptions_of_session FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE SET NULL
      ) ${table}`);
    await runner.query(`
      CREATE TABLE push_deliveries (
        notification_id BIGINT UNSIGNED NOT NULL,
        subscription_id INT UNSIGNED NOT NULL,
        delivered_at DATETIME(3) NOT NULL,
        PRIMARY KEY (notification_id, subscription_id),
        KEY push_deliveries_at (delivered_at),
        CONSTRAINT push_deliveries_to FOREIGN KEY (subscription_id) REFERENCES push_subscriptions (id) ON DELETE CASCADE
      ) ${table}`);
    await runner.query('ALTER TABLE preferences ADD push_amounts TINYINT(1) NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE preferences DROP push_amounts');
    await runner.query('DROP TABLE push_deliveries');
    await runner.query('DROP TABLE push_subscriptions');
  }
}
