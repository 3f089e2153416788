import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexVisitorTickets20261128120002 implements MigrationInterface {
  name = 'IndexVisitorTickets20261128120002';

  /** Finds the oldest messages of people without an account, which are erased by age. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tickets ADD KEY tickets_visitors (user_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tickets ADD KEY tickets_of_user (user_id), DROP KEY tickets_visitors');
  }
}
