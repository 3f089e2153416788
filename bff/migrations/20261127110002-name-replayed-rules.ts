import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NameReplayedRules20261127110002 implements MigrationInterface {
  name = 'NameReplayedRules20261127110002';

  /** The other rules that a replay was judged beside, as JSON, with the versions that were published when it ran. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rule_replays ADD COLUMN beside TEXT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rule_replays DROP COLUMN beside');
  }
}
