import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SeeBrowsers20261126100002 implements MigrationInterface {
  name = 'SeeBrowsers20261126100002';

  /** In which browsers people signed in, of which only a keyed digest is kept: what links two people of a fraud. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE seen_browsers (
        browser BINARY(32) NOT NULL,
        user_id INT UNSIGNED NOT NULL,
        seen_at DATETIME(3) NOT NULL,
        PRIMARY KEY (browser, user_id),
        KEY seen_browsers_of_user (user_id, seen_at),
        KEY seen_browsers_age (seen_at),
        CONSTRAINT seen_browsers_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE seen_browsers');
  }
}
