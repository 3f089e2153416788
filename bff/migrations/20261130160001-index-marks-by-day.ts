import type { MigrationInterface, QueryRunner } from 'typeorm';

const find = `SHOW INDEX FROM rule_marks WHERE Key_name = 'rule_marks_day'`;

/**
 * The purge finds marks by the day of their last event. An index of the moment was written again with each event, which took
 * half of what it costs to move a mark. The column and its key come one after the other: together they keep others from writing.
 * DDL is not part of a transaction: the change may have been made by a run that was killed before it was noted.
 */
export class IndexMarksByDay20261130160001 implements MigrationInterface {
  name = 'IndexMarksByDay20261130160001';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('rule_marks', 'last_day')))
      await runner.query(
        `ALTER TABLE rule_marks
           ADD COLUMN last_day DATE GENERATED ALWAYS AS (CAST(last_at AS DATE)) VIRTUAL, ALGORITHM=INSTANT`,
      );
    if (((await runner.query(find)) as unknown[]).length > 0) return;
    await runner.query(
      `ALTER TABLE rule_marks ADD KEY rule_marks_day (last_day), DROP KEY rule_marks_last,
         ALGORITHM=INPLACE, LOCK=NONE`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('rule_marks', 'last_day'))) return;
    await runner.query(
      `ALTER TABLE rule_marks ADD KEY rule_marks_last (last_at), DROP KEY rule_marks_day, DROP COLUMN last_day`,
    );
  }
}
