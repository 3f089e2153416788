import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who ended a relation, and the status that the person had before: a closing whose balance comes back undoes no decision of an
 * administrator. DDL is not part of a transaction: the columns may be there already, of a run that was killed before it was noted.
 */
export class KeepFormerStatus20261130170001 implements MigrationInterface {
  name = 'KeepFormerStatus20261130170001';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('ended_relations', 'ended_by')) return;
    await runner.query(
      `ALTER TABLE ended_relations ADD COLUMN ended_by ENUM('customer', 'administrator') NULL,
         ADD COLUMN former_status ENUM('active', 'inactive') NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('ended_relations', 'ended_by'))) return;
    await runner.query('ALTER TABLE ended_relations DROP COLUMN ended_by, DROP COLUMN former_status');
  }
}
