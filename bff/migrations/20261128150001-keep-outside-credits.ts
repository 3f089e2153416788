import type { MigrationInterface, QueryRunner } from 'typeorm';

const stepMilliseconds = 600_000;
const dayMilliseconds = 86_400_000;

const firstCredit = `
  SELECT MIN(created_at) AS at FROM transfers WHERE kind = 'credit' AND created_at >= ?`;
/** The credits of one step, as "step:count:sum" behind those of earlier ones. */
const countStep = `
  UPDATE accounts a JOIN (
    SELECT e.account_id, COUNT(*) AS credits, SUM(e.amount) AS sum FROM transfers t FORCE INDEX (transfers_kind)
      JOIN entries e ON e.transfer_id = t.id AND e.amount > 0
    WHERE t.kind = 'credit' AND t.created_at >= ? AND t.created_at < ? GROUP BY e.account_id) came ON came.account_id = a.id
  SET a.outside_credits = CONCAT_WS(',', a.outside_credits, CONCAT_WS(':', ?, came.credits, came.sum))
  WHERE a.kind = 'customer'`;

export class KeepOutsideCredits20261128150001 implements MigrationInterface {
  name = 'KeepOutsideCredits20261128150001';

  /**
   * What other banks sent an account in the last day, in steps of ten minutes, which credits keep up to date. What servers of
   * the version before book after this is missing for a day.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts ADD COLUMN outside_credits VARCHAR(6000) CHARACTER SET ascii COLLATE ascii_bin NULL`);
    const now = Date.now();
    const rows: unknown = await runner.query(firstCredit, [new Date(now - dayMilliseconds)]);
    const [first] = rows as { at: Date | null }[];
    if (!first?.at) return;
    for (
      let step = Math.floor(first.at.getTime() / stepMilliseconds);
      step * stepMilliseconds < now;
      step += 1
    ) {
      const bounds = [step, step + 1].map((each) => new Date(each * stepMilliseconds));
      await runner.query(countStep, [...bounds, step]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts DROP COLUMN outside_credits');
  }
}
