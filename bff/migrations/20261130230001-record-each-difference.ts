import type { MigrationInterface, QueryRunner } from 'typeorm';

const find = `SHOW INDEX FROM reconciliation_differences WHERE Key_name = 'reconciliation_differences_once'`;

/**
 * A payment may differ again: on a later day, by other amounts, in another currency. Only the same difference of a day is recorded
 * once.
 */
export class RecordEachDifference20261130230001 implements MigrationInterface {
  name = 'RecordEachDifference20261130230001';

  async up(runner: QueryRunner): Promise<void> {
    // DDL is not part of a transaction: a run that was killed before it was noted may have exchanged the keys.
    if (((await runner.query(find)) as unknown[]).length > 0) return;
    await runner.query(
      `ALTER TABLE reconciliation_differences DROP KEY reconciliation_differences_subject,
         ADD UNIQUE KEY reconciliation_differences_once (kind, subject, day, currency, here, there)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (((await runner.query(find)) as unknown[]).length === 0) return;
    await runner.query(
      `DELETE later FROM reconciliation_differences later JOIN reconciliation_differences earlier
         ON earlier.kind = later.kind AND earlier.subject = later.subject AND earlier.id < later.id`,
    );
    await runner.query(
      `ALTER TABLE reconciliation_differences DROP KEY reconciliation_differences_once,
         ADD UNIQUE KEY reconciliation_differences_subject (kind, subject)`,
    );
  }
}
