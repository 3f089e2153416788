import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NoteLateRefunds20261126100003 implements MigrationInterface {
  name = 'NoteLateRefunds20261126100003';

  /** When it was noted that the time of a dispute of an unauthorised payment is over: once for each. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE cases ADD COLUMN late_at DATETIME(3) NULL,
        ADD KEY cases_late (kind, topic, late_at, due_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cases DROP KEY cases_late, DROP COLUMN late_at');
  }
}
