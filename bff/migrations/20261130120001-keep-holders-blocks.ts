import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a card that the bank blocks was blocked by its holder before, and stays so when the bank lifts its block. */
export class KeepHoldersBlocks20261130120001 implements MigrationInterface {
  name = 'KeepHoldersBlocks20261130120001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cards ADD COLUMN stays_blocked BOOLEAN NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cards DROP COLUMN stays_blocked');
  }
}
