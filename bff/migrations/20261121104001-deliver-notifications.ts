import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeliverNotifications20261121104001 implements MigrationInterface {
  name = 'DeliverNotifications20261121104001';

  /**
   * The table is also the delivery queue: `deliver_at` is when a notification is next due, NULL when nothing is left to
   * send. New rows are due at once by default, which keeps the inserting statement short; existing rows are not sent.
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
