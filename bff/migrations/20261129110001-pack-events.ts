import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PackEvents20261129110001 implements MigrationInterface {
  name = 'PackEvents20261129110001';

  /** One row may hold the events of many users, who are then those of user 0. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events MODIFY data MEDIUMTEXT NOT NULL');
  }

  /** Events are kept for minutes; those that no longer fit are lost to pages that are open. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM events WHERE user_id = 0');
    await runner.query('ALTER TABLE events MODIFY data VARCHAR(1000) NOT NULL');
  }
}
