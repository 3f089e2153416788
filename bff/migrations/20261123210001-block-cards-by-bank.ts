import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A card that the bank blocked stays blocked until the bank lifts that. */
export class BlockCardsByBank20261123210001 implements MigrationInterface {
  name = 'BlockCardsByBank20261123210001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cards ADD blocked_by_bank TINYINT(1) NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cards DROP blocked_by_bank');
  }
}
