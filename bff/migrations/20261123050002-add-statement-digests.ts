import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddStatementDigests20261123050002 implements MigrationInterface {
  name = 'AddStatementDigests20261123050002';

  /** By which a statement is known to be the one that arrived; NULL for earlier ones. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE settlement_statements ADD digest BINARY(32) NULL AFTER file');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE settlement_statements DROP digest');
  }
}
