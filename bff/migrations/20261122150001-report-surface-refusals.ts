import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['release_reports', 'release_visitors'];

export class ReportSurfaceRefusals20261122150001 implements MigrationInterface {
  name = 'ReportSurfaceRefusals20261122150001';

  /**
   * A new kind of report: the shell does not offer what the remote uses. Appended to the ENUM, which rewrites no row.
   */
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      await runner.query(
        `ALTER TABLE ${table} MODIFY kind ENUM('shown', 'load', 'integrity', 'render', 'surface') NOT NULL`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      await runner.query(`DELETE FROM ${table} WHERE kind = 'surface'`);
      await runner.query(
        `ALTER TABLE ${table} MODIFY kind ENUM('shown', 'load', 'integrity', 'render') NOT NULL`,
      );
    }
  }
}
