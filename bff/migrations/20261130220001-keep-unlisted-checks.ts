import type { MigrationInterface, QueryRunner } from 'typeorm';

const slice = 2_000;
const find = `SHOW INDEX FROM identity_checks WHERE Key_name = 'identity_checks_unlisted'`;
const last = 'SELECT COALESCE(MAX(submission_id), 0) AS id FROM identity_checks';
/** Checks that found nothing to be compared with; more attempts are those of a file that was given up. */
const mark = `
  UPDATE identity_checks SET unlisted_at = done_at
  WHERE submission_id BETWEEN ? AND ? AND done_at IS NOT NULL AND attempts <= 3
    AND findings LIKE '%"not_checked","severity":"doubt","document_id":null%'`;

/** When a check was made without a sanctions list: it is made again once one has come. */
export class KeepUnlistedChecks20261130220001 implements MigrationInterface {
  name = 'KeepUnlistedChecks20261130220001';
  /** Each slice is committed: a customer who sends a file waits for no more than one of them. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('identity_checks', 'unlisted_at')))
      await runner.query(
        'ALTER TABLE identity_checks ADD COLUMN unlisted_at DATETIME(3) NULL, ALGORITHM=INSTANT',
      );
    if (((await runner.query(find)) as unknown[]).length === 0)
      await runner.query(
        `ALTER TABLE identity_checks ADD KEY identity_checks_unlisted (unlisted_at), ALGORITHM=INPLACE, LOCK=NONE`,
      );
    const [{ id }] = (await runner.query(last)) as [{ id: string | number }];
    for (let from = 1; from <= Number(id); from += slice) {
      await runner.query(mark, [from, from + slice - 1]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('identity_checks', 'unlisted_at'))) return;
    await runner.query(
      'ALTER TABLE identity_checks DROP KEY identity_checks_unlisted, DROP COLUMN unlisted_at',
    );
  }
}
