import type { MigrationInterface, QueryRunner } from 'typeorm';

const find = `SHOW INDEX FROM card_bookings WHERE Key_name = 'card_bookings_collected'`;

/**
 * The debit by which the bank first collected what it had advanced in full: the one that a customer sees, and disputes. The
 * column and its key come one after the other: together they copy the table. DDL is not
 * part of a transaction: the change may have been made by a run that was killed before it was noted.
 */
export class NoteCollections20261201030001 implements MigrationInterface {
  name = 'NoteCollections20261201030001';

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('card_bookings', 'collected_by')))
      await runner.query(
        'ALTER TABLE card_bookings ADD COLUMN collected_by BIGINT UNSIGNED NULL, ALGORITHM=INSTANT',
      );
    if (((await runner.query(find)) as unknown[]).length > 0) return;
    await runner.query(
      `ALTER TABLE card_bookings ADD UNIQUE KEY card_bookings_collected (collected_by),
         ALGORITHM=INPLACE, LOCK=NONE`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('card_bookings', 'collected_by'))) return;
    await runner.query(
      'ALTER TABLE card_bookings DROP KEY card_bookings_collected, DROP COLUMN collected_by',
    );
  }
}
