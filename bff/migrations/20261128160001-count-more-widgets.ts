import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountMoreWidgets20261128160001 implements MigrationInterface {
  name = 'CountMoreWidgets20261128160001';

  /** The exchange calculator, the payment button and the state of an application. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE partner_days
        MODIFY widget ENUM('chat', 'signup', 'exchange', 'pay', 'application-status') NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM partner_days WHERE widget NOT IN ('chat', 'signup')`);
    await runner.query(`ALTER TABLE partner_days MODIFY widget ENUM('chat', 'signup') NOT NULL`);
  }
}
