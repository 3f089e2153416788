import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = (collation: string) => `
  MODIFY subject VARCHAR(120) CHARACTER SET utf8mb4 COLLATE ${collation} NOT NULL,
  MODIFY open_subject VARCHAR(120) CHARACTER SET utf8mb4 COLLATE ${collation}
    GENERATED ALWAYS AS (IF(closed_at IS NULL,subject,NULL)) STORED`;

/** Subjects of incidents that differ in a letter's case or accent are different ones, as the ids of other banks are. */
export class CompareSubjects20261130180002 implements MigrationInterface {
  name = 'CompareSubjects20261130180002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE incidents ${columns('utf8mb4_bin')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE incidents ${columns('utf8mb4_unicode_ci')}`);
  }
}
