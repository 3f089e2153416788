import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a card that the bank blocks was blocked by its holder before, and stays so when the bank lifts its block. DDL is not
 * part of a transaction: the column may be there already, of a run that was killed before it was noted.
 */
export class KeepHoldersBlocks20261130120001 implements MigrationInterface {
  name = 'KeepHoldersBlocks20261130120001';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('cards', 'stays_blocked')) return;
    await runner.query('ALTER TABLE cards ADD COLUMN stays_blocked BOOLEAN NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('cards', 'stays_blocked'))) return;
    await runner.query('ALTER TABLE cards DROP COLUMN stays_blocked');
  }
}
