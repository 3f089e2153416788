import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  entries: 'entries_account_amount',
  payments: 'payments_account_amount',
};

export class IndexOwnAmounts20261123200001 implements MigrationInterface {
  name = 'IndexOwnAmounts20261123200001';

  /** For a customer's search for an exact amount, newest first. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, index] of Object.entries(indexes))
      await runner.query(`ALTER TABLE ${table} ADD KEY ${index} (account_id, amount, created_at, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, index] of Object.entries(indexes))
      await runner.query(`ALTER TABLE ${table} DROP KEY ${index}`);
  }
}
