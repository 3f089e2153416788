import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class GroupRemoteErrors20261129100001 implements MigrationInterface {
  name = 'GroupRemoteErrors20261129100001';

  /**
   * The errors that browsers report of remotes' releases: groups, their different stacks by release, and a sample of the
   * visitors of a release: of a group, and in group 0 of all.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE error_groups (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        remote VARCHAR(40) ${ascii} NOT NULL,
        fingerprint BINARY(16) NOT NULL,
        kind ENUM('render', 'uncaught') NOT NULL,
        name VARCHAR(40) ${ascii} NOT NULL,
        message VARCHAR(300) NOT NULL,
        place VARCHAR(300) NULL,
        first_at DATETIME(3) NOT NULL,
        last_at DATETIME(3) NOT NULL,
        resolved_at DATETIME(3) NULL,
        resolved_by VARCHAR(254) NULL,
        UNIQUE KEY error_groups_fingerprint (remote, fingerprint),
        KEY error_groups_last (last_at)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE error_stacks (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        release_id INT UNSIGNED NOT NULL,
        digest BINARY(16) NOT NULL,
        group_id INT UNSIGNED NOT NULL,
        frames VARCHAR(8000) NOT NULL,
        count INT UNSIGNED NOT NULL,
        first_at DATETIME(3) NOT NULL,
        last_at DATETIME(3) NOT NULL,
        UNIQUE KEY error_stacks_digest (release_id, digest),
        KEY error_stacks_group (group_id, release_id),
        KEY error_stacks_last (last_at),
        CONSTRAINT error_stacks_of_group FOREIGN KEY (group_id) REFERENCES error_groups (id) ON DELETE CASCADE
      ) ${table}`);
    await runner.query(`
      CREATE TABLE release_visits (
        release_id INT UNSIGNED NOT NULL,
        group_id INT UNSIGNED NOT NULL,
        visitor BINARY(16) NOT NULL,
        seen_at DATETIME(3) NOT NULL,
        PRIMARY KEY (release_id, group_id, visitor),
        KEY release_visits_group (group_id),
        KEY release_visits_age (seen_at)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['release_visits', 'error_stacks', 'error_groups'])
      await runner.query(`DROP TABLE ${name}`);
  }
}
