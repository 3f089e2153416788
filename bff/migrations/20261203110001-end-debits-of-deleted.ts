import type { MigrationInterface, QueryRunner } from 'typeorm';

const slice = 1_000;
const end = `
  UPDATE scheduled_payments SET active = 0, deleted_at = UTC_TIMESTAMP(3)
  WHERE active = 1 AND user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL) LIMIT ${slice}`;

/**
 * Ends the scheduled debits of former customers whom administrators deleted before that ended them: they stayed the first that were
 * due. Servers of the version before skip what they leave themselves.
 */
export class EndDebitsOfDeleted20261203110001 implements MigrationInterface {
  name = 'EndDebitsOfDeleted20261203110001';
  /** Each slice is committed; what a run that was ended has done stays. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (let ended = slice; ended === slice;) {
      ({ affectedRows: ended } = (await runner.query(end)) as { affectedRows: number });
    }
  }

  /** A debit that ended stays so. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
