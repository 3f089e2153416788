import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WidenAuthorityChanges20261123170004 implements MigrationInterface {
  name = 'WidenAuthorityChanges20261123170004';

  /** Not an ENUM, as the kinds of approvals: the resets of second factors are one of them. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE authority_changes MODIFY act VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL',
    );
  }

  /** Fails once second factors were reset: the log of changes is append-only. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE authority_changes
      MODIFY act ENUM('created', 'promoted', 'reactivated', 'email', 'password', 'password_link') NOT NULL`);
  }
}
