import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexPaymentStages20261123050001 implements MigrationInterface {
  name = 'IndexPaymentStages20261123050001';

  /** For the list of payments of a stage, newest first. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments ADD KEY payments_staged_list (stage, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments DROP KEY payments_staged_list');
  }
}
