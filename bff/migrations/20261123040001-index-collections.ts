import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexCollections20261123040001 implements MigrationInterface {
  name = 'IndexCollections20261123040001';

  /** Statements name collections by their transaction ids alone. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE direct_debits ADD KEY direct_debits_transaction (transaction_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE direct_debits DROP KEY direct_debits_transaction');
  }
}
