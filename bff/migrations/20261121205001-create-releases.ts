import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class CreateReleases20261121205001 implements MigrationInterface {
  name = 'CreateReleases20261121205001';

  /**
   * `statement` is the exact signed text, not a JSON column, which could reorder it; `build` is JSON. `share` is the
   * percentage of visitors who get a canary; reports count from the release's last change of state. The unique
   * generated columns allow a remote one live release and one canary.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE releases (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        remote VARCHAR(40) ${ascii} NOT NULL,
        version VARCHAR(60) ${ascii} NOT NULL,
        status ENUM('uploaded', 'canary', 'live', 'retired', 'rolled_back') NOT NULL DEFAULT 'uploaded',
        share TINYINT UNSIGNED NOT NULL DEFAULT 0,
        statement MEDIUMTEXT NOT NULL,
        signature VARCHAR(100) ${ascii} NOT NULL,
        build MEDIUMTEXT NOT NULL,
        published_by VARCHAR(190) NOT NULL,
        created_at DATETIME(3) NOT NULL,
        changed_at DATETIME(3) NOT NULL,
        live_from DATETIME(3) NULL,
        live_until DATETIME(3) NULL,
        reason VARCHAR(500) NULL,
        removed_at DATETIME(3) NULL,
        live_remote VARCHAR(40) ${ascii} GENERATED ALWAYS AS (IF(status = 'live', remote, NULL)) VIRTUAL,
        canary_remote VARCHAR(40) ${ascii} GENERATED ALWAYS AS (IF(status = 'canary', remote, NULL)) VIRTUAL,
        UNIQUE KEY releases_version (remote, version),
        UNIQUE KEY releases_live (live_remote),
        UNIQUE KEY releases_canary (canary_remote),
        KEY releases_by_status (status, remote, live_until)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE release_reports (
        release_id INT UNSIGNED NOT NULL,
        kind ENUM('shown', 'load', 'integrity', 'render') NOT NULL,
        count INT UNSIGNED NOT NULL,
        first_at DATETIME(3) NOT NULL,
        last_at DATETIME(3) NOT NULL,
        PRIMARY KEY (release_id, kind),
        CONSTRAINT release_reports_of_release FOREIGN KEY (release_id) REFERENCES releases (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE deploy_tokens (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        team VARCHAR(60) NOT NULL,
        remotes TEXT NOT NULL,
        token_hash BINARY(32) NOT NULL,
        created_at DATETIME(3) NOT NULL,
        revoked_at DATETIME(3) NULL,
        UNIQUE KEY deploy_tokens_hash (token_hash),
        KEY deploy_tokens_by_team (team, id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['deploy_tokens', 'release_reports', 'releases'])
      await runner.query(`DROP TABLE ${name}`);
  }
}
