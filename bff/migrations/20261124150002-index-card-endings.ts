import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexCardEndings20261124150002 implements MigrationInterface {
  name = 'IndexCardEndings20261124150002';

  /** Staff find a card by its last four digits. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cards ADD INDEX cards_last_four (last_four, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cards DROP INDEX cards_last_four');
  }
}
