import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Spread over this many rows, so that concurrent submissions seldom wait for each other. */
const shards = 8;

const added = (row: string, people: string) => `
  INSERT INTO kyc_waiting VALUES (${row}.user_id % ${shards}, ${people})
  ON DUPLICATE KEY UPDATE people = people + VALUES(people)`;

export class CountWaitingSubmissions20261122100503 implements MigrationInterface {
  name = 'CountWaitingSubmissions20261122100503';

  /** The number of submissions that await a review, updated by triggers; those of deleted users do not count. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE kyc_submissions s JOIN users u ON u.id = s.user_id AND u.deleted_at IS NOT NULL
      SET s.status = 'superseded' WHERE s.status = 'pending'`);
    await runner.query(`
      CREATE TABLE kyc_waiting (
        shard TINYINT UNSIGNED NOT NULL PRIMARY KEY,
        people INT NOT NULL
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    await runner.query(`
      INSERT INTO kyc_waiting
      SELECT user_id % ${shards} AS shard, COUNT(*) FROM kyc_submissions WHERE status = 'pending' GROUP BY shard`);
    await runner.query(`
      CREATE TRIGGER kyc_submissions_counted AFTER INSERT ON kyc_submissions FOR EACH ROW
      IF NEW.status = 'pending' THEN ${added('NEW', '1')}; END IF`);
    await runner.query(`
      CREATE TRIGGER kyc_submissions_recounted AFTER UPDATE ON kyc_submissions FOR EACH ROW
      IF (NEW.status = 'pending') <> (OLD.status = 'pending') THEN
        ${added('NEW', "(NEW.status = 'pending') - (OLD.status = 'pending')")};
      END IF`);
    await runner.query(`
      CREATE TRIGGER users_left AFTER UPDATE ON users FOR EACH ROW
      IF NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL THEN
        UPDATE kyc_submissions SET status = 'superseded' WHERE user_id = NEW.id AND status = 'pending';
      END IF`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['kyc_submissions_counted', 'kyc_submissions_recounted', 'users_left']) {
      await runner.query(`DROP TRIGGER ${name}`);
    }
    await runner.query('DROP TABLE kyc_waiting');
  }
}
