import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RejectDocuments20261123170002 implements MigrationInterface {
  name = 'RejectDocuments20261123170002';

  /**
   * Which documents of a rejected submission have to be sent again, and why. The others go on in the next submission, whose
   * documents share their files.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE documents
        ADD COLUMN fault VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD COLUMN fault_text VARCHAR(300) NULL,
        ADD KEY documents_by_file (file),
        DROP KEY documents_file`);
  }

  /** Fails where two documents share a file. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE documents
        ADD UNIQUE KEY documents_file (file),
        DROP KEY documents_by_file,
        DROP COLUMN fault_text,
        DROP COLUMN fault`);
  }
}
