import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSavedViews20261124150003 implements MigrationInterface {
  name = 'CreateSavedViews20261124150003';

  /** Views of lists that staff keep under a name, and share. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE saved_views (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        owner_id INT UNSIGNED NOT NULL,
        page VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        name VARCHAR(60) NOT NULL,
        query VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        shared TINYINT(1) NOT NULL,
        created_at DATETIME(3) NOT NULL,
        KEY saved_views_owner (owner_id, page, id),
        KEY saved_views_shared (shared, page, id),
        CONSTRAINT saved_views_of_user FOREIGN KEY (owner_id) REFERENCES users (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE saved_views');
  }
}
