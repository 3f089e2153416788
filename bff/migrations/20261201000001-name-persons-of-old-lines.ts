import type { MigrationInterface, QueryRunner } from 'typeorm';
import { options } from './tables/table-options';

const slice = 10_000;
const last = 'SELECT COALESCE(MAX(id), 0) AS id FROM audit_log';
const lastNamed = 'SELECT COALESCE(MAX(log_id), 0) AS id FROM audit_people';

const among = 'l.id BETWEEN ? AND ? AND l.person IS NULL';
/** The lines of a slice that name no person, and whom they are about: by the payment, submission or case, or as their action. */
const persons = [
  `SELECT l.id, a.user_id FROM audit_log l JOIN payments p ON p.reference = l.subject JOIN accounts a ON a.id = p.account_id
   WHERE ${among} AND l.action = 'payment.screened'`,
  `SELECT l.id, s.user_id FROM audit_log l JOIN kyc_submissions s ON s.id = CAST(JSON_VALUE(l.params, '$.id') AS UNSIGNED)
   WHERE ${among} AND l.action = 'kyc.checked'`,
  `SELECT l.id, c.user_id FROM audit_log l JOIN cases c ON c.reference = CONVERT(l.subject USING ascii)
   WHERE ${among} AND l.action LIKE 'case.%' AND c.kind IN ('identity', 'hold', 'finding')`,
  `SELECT l.id, l.user_id FROM audit_log l
   WHERE ${among} AND l.action IN ('beneficiary.screened', 'rules.held', 'rules.blocked') AND l.user_id IS NOT NULL`,
];
const note = 'INSERT IGNORE INTO audit_people (log_id, user_id) VALUES ?';

/**
 * Whom old lines of the log are about that do not name them: beside the log, whose lines are sealed and only grow. Lines are read
 * without locks, so that servers write on.
 */
export class NamePersonsOfOldLines20261201000001 implements MigrationInterface {
  name = 'NamePersonsOfOldLines20261201000001';
  /** Each slice is committed; after a run that was ended, the next one continues at the slice of the last line it named. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS audit_people (
      log_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
      user_id INT UNSIGNED NOT NULL,
      KEY audit_people_user (user_id)
    ) ${options}`);
    const [{ id }] = (await runner.query(last)) as [{ id: string | number }];
    const [named] = (await runner.query(lastNamed)) as [{ id: string | number }];
    const first = Math.max(0, Number(named.id) - 1);
    for (let from = first - (first % slice) + 1; from <= Number(id); from += slice) {
      for (const sql of persons) {
        const found = (await runner.query(sql, [from, from + slice - 1])) as {
          id: number;
          user_id: number;
        }[];
        if (found.length > 0) await runner.query(note, [found.map((line) => [line.id, line.user_id])]);
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS audit_people');
  }
}
