import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LimitSignInNotices20261124100001 implements MigrationInterface {
  name = 'LimitSignInNotices20261124100001';

  /** A keyed digest of the browser and network that the person was notified of, so that they are notified once a day. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN noticed_place BINARY(32) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN noticed_place');
  }
}
