import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeliverSecurityFirst20261130100001 implements MigrationInterface {
  name = 'DeliverSecurityFirst20261130100001';

  /** Whatever is longest due is delivered first: a security notification is due a day before it is written. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications ALTER COLUMN deliver_at
        SET DEFAULT (IF(type = 'security', CURRENT_TIMESTAMP(3) - INTERVAL 1 DAY, CURRENT_TIMESTAMP(3)))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications ALTER COLUMN deliver_at SET DEFAULT CURRENT_TIMESTAMP(3)');
  }
}
