import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddStaffRoles20261123220001 implements MigrationInterface {
  name = 'AddStaffRoles20261123220001';

  /**
   * The roles of administrators (specification 4, section 6). Those there are may do everything until an owner decides
   * otherwise; a server of the version before leaves the column empty, so that who it promotes may do nothing yet.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN staff_roles
        SET('support', 'payments', 'compliance', 'operations', 'releases', 'auditor', 'owner') NOT NULL DEFAULT ''
        AFTER role`);
    await runner.query("UPDATE users SET staff_roles = 'owner' WHERE role = 'admin'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN staff_roles');
  }
}
