import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexCardSpending20261123180001 implements MigrationInterface {
  name = 'IndexCardSpending20261123180001';

  /**
   * What an account spent by cards in a month, by the code of the merchants, is summed in the first index alone; what came back
   * is found by the second without the clearings around it.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE card_purchases ADD KEY card_purchases_spent (account_id, created_at, category, card_id, counted)',
    );
    await runner.query('ALTER TABLE card_bookings ADD KEY card_bookings_back (account_id, kind, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE card_bookings DROP KEY card_bookings_back');
    await runner.query('ALTER TABLE card_purchases DROP KEY card_purchases_spent');
  }
}
