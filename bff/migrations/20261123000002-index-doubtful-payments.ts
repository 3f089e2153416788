import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexDoubtfulPayments20261123000002 implements MigrationInterface {
  name = 'IndexDoubtfulPayments20261123000002';

  /** Payments in doubt are few, also while a silent network leaves a million sent ones without an answer. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments ADD KEY payments_in_doubt (in_doubt_since, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments DROP KEY payments_in_doubt');
  }
}
