import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The purge finds marks by the day of their last event. An index of the moment was written again with each event, which took
 * half of what it costs to move a mark. DDL is not part of a transaction: the change may have been made by a run that was killed
 * before it was noted.
 */
export class IndexMarksByDay20261130160001 implements MigrationInterface {
  name = 'IndexMarksByDay20261130160001';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('rule_marks', 'last_day')) return;
    await runner.query(
      `ALTER TABLE rule_marks ADD COLUMN last_day DATE GENERATED ALWAYS AS (CAST(last_at AS DATE)) VIRTUAL,
         ADD KEY rule_marks_day (last_day), DROP KEY rule_marks_last`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('rule_marks', 'last_day'))) return;
    await runner.query(
      `ALTER TABLE rule_marks ADD KEY rule_marks_last (last_at), DROP KEY rule_marks_day, DROP COLUMN last_day`,
    );
  }
}
