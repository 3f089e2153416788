import type { MigrationInterface, QueryRunner } from 'typeorm';

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class ScopeSecretKeys20261129100002 implements MigrationInterface {
  name = 'ScopeSecretKeys20261129100002';

  /** Keys of before keep what they could do: read applications, 120 times a minute, without an end. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE partner_secret_keys
        ADD COLUMN name VARCHAR(60) NOT NULL DEFAULT '',
        ADD COLUMN scopes VARCHAR(120) ${ascii} NOT NULL DEFAULT 'applications:read',
        ADD COLUMN calls_per_minute SMALLINT UNSIGNED NOT NULL DEFAULT 120,
        ADD COLUMN expires_at DATETIME(3) NULL,
        ADD COLUMN replaced_by INT UNSIGNED NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE partner_secret_keys DROP COLUMN replaced_by, DROP COLUMN expires_at, DROP COLUMN calls_per_minute,
        DROP COLUMN scopes, DROP COLUMN name`);
  }
}
