import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeliverNotifications20261121104001 implements MigrationInterface {
  name = 'DeliverNotifications20261121104001';

  /**
   * A notification is its own place in the queue: `deliver_at` says when it is next due to be sent, NULL that there
   * is nothing more to send. A new row is due at once by default, so that the statement that tells a person
   * something stays as short as it is; the rows of before are not sent.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications
        ADD COLUMN deliver_at DATETIME(3) NULL,
        ADD COLUMN delivery_tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
        ADD COLUMN delivered SET('email', 'sms', 'push') NOT NULL DEFAULT '',
        ADD KEY notifications_delivery (deliver_at)`);
    await runner.query(
      'ALTER TABLE notifications MODIFY COLUMN deliver_at DATETIME(3) NULL DEFAULT CURRENT_TIMESTAMP(3)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications DROP KEY notifications_delivery,
        DROP COLUMN delivered, DROP COLUMN delivery_tries, DROP COLUMN deliver_at`);
  }
}
