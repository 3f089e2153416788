import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MailSignInCodes20261126100001 implements MigrationInterface {
  name = 'MailSignInCodes20261126100001';

  /** A keyed digest of the code that was mailed for a challenged sign-in; NULL where the person's own factor is asked for. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mfa_challenges ADD COLUMN mailed_code BINARY(32) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mfa_challenges DROP COLUMN mailed_code');
  }
}
