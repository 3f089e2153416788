import type { MigrationInterface, QueryRunner } from 'typeorm';
import { options } from './tables/table-options';

/** The content of each stored source map, by its hash: of two that are sent at once, the first one counts. */
export class NoteSourceMaps20261130150001 implements MigrationInterface {
  name = 'NoteSourceMaps20261130150001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS source_maps (
      folder VARCHAR(140) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      name VARCHAR(110) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      hash VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      PRIMARY KEY (folder, name)
    ) ${options}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS source_maps');
  }
}
