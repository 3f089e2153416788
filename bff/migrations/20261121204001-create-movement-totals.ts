import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMovementTotals20261121204001 implements MigrationInterface {
  name = 'CreateMovementTotals20261121204001';

  /**
   * The totals of each completed Paris day by kind of movement, in minor units; `fees` is the income of the bank's fee
   * account. `MovementTotalsService` writes all rows of a day at once, also for the days before this table; every day
   * has a row of fees.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE movement_totals (
        day DATE NOT NULL,
        kind ENUM('deposit', 'transfer', 'payment', 'card', 'withdrawal', 'fees') NOT NULL,
        movements BIGINT NOT NULL,
        amount BIGINT NOT NULL,
        PRIMARY KEY (day, kind)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE movement_totals');
  }
}
