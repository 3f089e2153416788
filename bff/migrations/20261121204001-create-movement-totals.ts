import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMovementTotals20261121204001 implements MigrationInterface {
  name = 'CreateMovementTotals20261121204001';

  /**
   * What each day of Paris that is over added up to, in minor units, by the kind of movement; `fees` is what the bank's
   * account of fees gained. A day is written once and whole (`MovementTotalsService`), also those of before this table,
   * and has a row of fees even when nothing moved.
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
