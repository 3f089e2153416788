import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NameTokenMakers20261128150002 implements MigrationInterface {
  name = 'NameTokenMakers20261128150002';

  /** Who created a deploy token, since it ends with their permission to publish; unknown of earlier ones, which expire. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE deploy_tokens ADD COLUMN created_by BIGINT UNSIGNED NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE deploy_tokens DROP COLUMN created_by');
  }
}
