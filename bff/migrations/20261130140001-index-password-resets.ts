import type { MigrationInterface, QueryRunner } from 'typeorm';

const find = `SHOW INDEX FROM password_resets WHERE Key_name = 'password_resets_age'`;

/** The oldest links are found without reading all of them, each time they are tidied. */
export class IndexPasswordResets20261130140001 implements MigrationInterface {
  name = 'IndexPasswordResets20261130140001';

  async up(runner: QueryRunner): Promise<void> {
    if (((await runner.query(find)) as unknown[]).length > 0) return;
    await runner.query('ALTER TABLE password_resets ADD KEY password_resets_age (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (((await runner.query(find)) as unknown[]).length === 0) return;
    await runner.query('ALTER TABLE password_resets DROP KEY password_resets_age');
  }
}
