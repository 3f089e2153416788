import type { MigrationInterface, QueryRunner } from 'typeorm';

const column = 'MODIFY transaction_id VARCHAR(35) CHARACTER SET utf8mb4 COLLATE';

export class CompareCreditIds20261123030001 implements MigrationInterface {
  name = 'CompareCreditIds20261123030001';

  /** Ids of other banks that differ in a letter's case or accent are ids of different credits. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE incoming_credits ${column} utf8mb4_bin NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE incoming_credits ${column} utf8mb4_unicode_ci NOT NULL`);
  }
}
