import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class GuardReleases20261122100201 implements MigrationInterface {
  name = 'GuardReleases20261122100201';

  /**
   * Deploy tokens expire and are limited to named sites: existing ones expire 90 days after their creation, and keep
   * the back-office only if one of their remotes is shown there. `release_sequence` has one row, which is incremented
   * by every change of the released versions.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE deploy_tokens
        ADD COLUMN hosts VARCHAR(60) ${ascii} NOT NULL DEFAULT '["shell"]' AFTER remotes,
        ADD COLUMN expires_at DATETIME(3) NULL AFTER created_at`);
    await runner.query('UPDATE deploy_tokens SET expires_at = created_at + INTERVAL 90 DAY');
    await runner.query(`
      UPDATE deploy_tokens SET hosts = '["shell","back-office"]' WHERE EXISTS (
        SELECT 1 FROM releases WHERE status = 'live' AND statement LIKE '%"back-office"%'
          AND JSON_CONTAINS(remotes, JSON_QUOTE(CONVERT(remote USING utf8mb4))))`);
    await runner.query('ALTER TABLE deploy_tokens MODIFY COLUMN expires_at DATETIME(3) NOT NULL');
    await runner.query(`
      CREATE TABLE release_sequence (
        id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
        value BIGINT UNSIGNED NOT NULL
      ) ${table}`);
    await runner.query('INSERT INTO release_sequence (id, value) VALUES (1, 1)');
    await runner.query(`
      CREATE TABLE release_uploads (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        remote VARCHAR(40) ${ascii} NOT NULL,
        version VARCHAR(60) ${ascii} NOT NULL,
        team VARCHAR(190) NOT NULL,
        files MEDIUMTEXT NOT NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY release_uploads_version (remote, version),
        KEY release_uploads_by_age (created_at, id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE release_visitors (
        release_id INT UNSIGNED NOT NULL,
        visitor BINARY(16) NOT NULL,
        kind ENUM('shown', 'load', 'integrity', 'render') NOT NULL,
        network BINARY(16) NOT NULL,
        PRIMARY KEY (release_id, visitor, kind),
        KEY release_visitors_by_network (release_id, network),
        CONSTRAINT release_visitors_of_release FOREIGN KEY (release_id) REFERENCES releases (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE preview_codes (
        code_hash BINARY(32) NOT NULL PRIMARY KEY,
        expires_at DATETIME(3) NOT NULL,
        KEY preview_codes_by_age (expires_at)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['preview_codes', 'release_visitors', 'release_uploads', 'release_sequence'])
      await runner.query(`DROP TABLE ${name}`);
    await runner.query('ALTER TABLE deploy_tokens DROP COLUMN hosts, DROP COLUMN expires_at');
  }
}
