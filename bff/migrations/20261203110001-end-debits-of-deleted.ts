import type { MigrationInterface, QueryRunner } from 'typeorm';

const slice = 1_000;
// Read without locks, which an UPDATE with a subquery would hold on the debits and owners that it only looks at.
const find = `
  SELECT s.id FROM scheduled_payments s JOIN users u ON u.id = s.user_id
  WHERE s.active = 1 AND u.deleted_at IS NOT NULL AND s.id > ? ORDER BY s.id LIMIT ${slice}`;
const end =
  'UPDATE scheduled_payments SET active = 0, deleted_at = UTC_TIMESTAMP(3) WHERE id IN (?) AND active = 1';

/**
 * Ends the scheduled debits of former customers whom administrators deleted before that ended them: they stayed the first that were
 * due. Servers of the version before skip what they leave themselves.
 */
export class EndDebitsOfDeleted20261203110001 implements MigrationInterface {
  name = 'EndDebitsOfDeleted20261203110001';
  /** Each slice is committed; what a run that was ended has done stays. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let last = 0;
    for (;;) {
      const found = (await runner.query(find, [last])) as { id: number }[];
      const ids = found.map(({ id }) => id);
      if (ids.length === 0) return;
      await runner.query(end, [ids]);
      last = ids[ids.length - 1] ?? last;
    }
  }

  /** A debit that ended stays so. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
