import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddPaymentApprovals20261121100002 implements MigrationInterface {
  name = 'AddPaymentApprovals20261121100002';

  /** The first approver of a payment that needs two, and the user who settled it; NULL when its hold expired. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payments
        ADD COLUMN first_approved_by INT UNSIGNED NULL,
        ADD COLUMN first_approved_at DATETIME(3) NULL,
        ADD COLUMN processed_by INT UNSIGNED NULL,
        ADD KEY payments_recipient (account_id, recipient_account, status)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payments DROP KEY payments_recipient, DROP COLUMN first_approved_by,
        DROP COLUMN first_approved_at, DROP COLUMN processed_by`);
  }
}
