import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The message that must be sent first, such as a payment before its recall, where both go to the same counterpart. DDL is not
 * part of a transaction: the column may be there already, of a run that was killed before it was noted.
 */
export class OrderMessages20261130180001 implements MigrationInterface {
  name = 'OrderMessages20261130180001';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('rail_outbox', 'after_message')) return;
    await runner.query(
      'ALTER TABLE rail_outbox ADD COLUMN after_message VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('rail_outbox', 'after_message'))) return;
    await runner.query('ALTER TABLE rail_outbox DROP COLUMN after_message');
  }
}
