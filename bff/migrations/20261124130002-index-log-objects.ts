import type { MigrationInterface, QueryRunner } from 'typeorm';

const value = (name: string) => `JSON_VALUE(params, '$.${name}')`;
/** What a line is about, such as `PAY-1A2B`, `release:auth 1.2.0` or `kyc:12`: the family of its action and its id. */
const subject = `LEFT(COALESCE(CONCAT('card:', ${value('card')}), ${value('reference')},
  CONCAT('release:', ${value('release')}), CONCAT(SUBSTRING_INDEX(action, '.', 1), ':', ${value('id')})), 80)`;
/** The customer whom a line of somebody else's is about. */
const person = `LEFT(CONCAT('user:', COALESCE(${value('user')},
  CASE WHEN action IN ('card.blocked_by_bank', 'card.unblocked_by_bank') THEN ${value('id')} END)), 30)`;

export class IndexLogObjects20261124130002 implements MigrationInterface {
  name = 'IndexLogObjects20261124130002';

  /** The history of any object reads its own lines alone. Virtual, so that the sealed lines stay as they are. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log
        ADD subject VARCHAR(80) AS (${subject}) VIRTUAL,
        ADD person VARCHAR(30) AS (${person}) VIRTUAL,
        ADD KEY audit_log_subject (subject, created_at),
        ADD KEY audit_log_person (person, created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log DROP KEY audit_log_person, DROP KEY audit_log_subject, DROP person, DROP subject`);
  }
}
