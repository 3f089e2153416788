import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WidenApprovalKinds20261123000001 implements MigrationInterface {
  name = 'WidenApprovalKinds20261123000001';

  /** Not an ENUM: each new kind would rewrite the table's definition. The contract has the list. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE staff_approvals MODIFY kind VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM staff_approvals
      WHERE kind NOT IN ('user_created', 'user_changed', 'limits_changed')`);
    await runner.query(`ALTER TABLE staff_approvals
      MODIFY kind ENUM('user_created', 'user_changed', 'limits_changed') NOT NULL`);
  }
}
