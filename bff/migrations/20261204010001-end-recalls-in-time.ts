import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = ['recall_due_on DATE NULL', 'recall_expired_at DATETIME(3) NULL'];
const findKey = `SHOW INDEX FROM payments WHERE Key_name = 'payments_recall_due'`;
/** More days than 15 business days of TARGET ever take. */
const untilDue = `UTC_DATE() + INTERVAL 26 DAY`;

/**
 * The last day for the answer to a recall, and when it passed without one; NULL also in recalls that older servers asked for. Those
 * from before get the whole time again. DDL is not part of a transaction: a run that was killed may have made a part of it.
 */
export class EndRecallsInTime20261204010001 implements MigrationInterface {
  name = 'EndRecallsInTime20261204010001';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of columns) {
      if (await runner.hasColumn('payments', column.split(' ')[0] ?? '')) continue;
      await runner.query(`ALTER TABLE payments ADD COLUMN ${column}, ALGORITHM=INSTANT`);
    }
    if (((await runner.query(findKey)) as unknown[]).length === 0) {
      await runner.query(
        'ALTER TABLE payments ADD KEY payments_recall_due (recall, recall_due_on), ALGORITHM=INPLACE, LOCK=NONE',
      );
    }
    await runner.query(
      `UPDATE payments SET recall_due_on = ${untilDue} WHERE recall = 'asked' AND recall_due_on IS NULL AND recall_expired_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (((await runner.query(findKey)) as unknown[]).length > 0)
      await runner.query('ALTER TABLE payments DROP KEY payments_recall_due');
    for (const column of columns) {
      const name = column.split(' ')[0] ?? '';
      if (await runner.hasColumn('payments', name))
        await runner.query(`ALTER TABLE payments DROP COLUMN ${name}`);
    }
  }
}
