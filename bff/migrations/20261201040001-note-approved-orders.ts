import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether the customer approved a standing order, as a rule that challenges its runs asks for; NULL where that was not noted:
 * in older orders, and in those of older servers. DDL is not part of a transaction: the column may be there already, of a run that
 * was killed before it was noted.
 */
export class NoteApprovedOrders20261201040001 implements MigrationInterface {
  name = 'NoteApprovedOrders20261201040001';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn('standing_orders', 'approved')) return;
    await runner.query('ALTER TABLE standing_orders ADD COLUMN approved BOOLEAN NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('standing_orders', 'approved'))) return;
    await runner.query('ALTER TABLE standing_orders DROP COLUMN approved');
  }
}
