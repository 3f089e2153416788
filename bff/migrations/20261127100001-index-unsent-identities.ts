import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexUnsentIdentities20261127100001 implements MigrationInterface {
  name = 'IndexUnsentIdentities20261127100001';

  /** Counts the people whose file waits without reading those who sent none. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD INDEX users_sent (kyc_status, kyc_submitted_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP INDEX users_sent');
  }
}
