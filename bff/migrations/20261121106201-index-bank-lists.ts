import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexBankLists20261121106201 implements MigrationInterface {
  name = 'IndexBankLists20261121106201';

  /**
   * Indexes of the bank's lists and reports. The index of entries by transfer covers the sums of a report, and replaces
   * the one of the foreign key.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transfers ADD KEY transfers_kind (kind, created_at)');
    await runner.query('ALTER TABLE entries ADD KEY entries_transfer (transfer_id, account_id, amount)');
    await runner.query('ALTER TABLE payments ADD KEY payments_to (recipient_account, created_at, id)');
    await runner.query('ALTER TABLE payments ADD KEY payments_outcomes (created_at, status, amount)');
    await runner.query('ALTER TABLE users ADD KEY users_time (created_at)');
    await runner.query(
      'ALTER TABLE kyc_submissions ADD KEY kyc_submissions_reviewed (reviewed_at, submitted_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE kyc_submissions DROP KEY kyc_submissions_reviewed');
    await runner.query('ALTER TABLE users DROP KEY users_time');
    await runner.query('ALTER TABLE payments DROP KEY payments_outcomes');
    await runner.query('ALTER TABLE payments DROP KEY payments_to');
    await runner.query(
      'ALTER TABLE entries ADD KEY entries_of_transfer (transfer_id), DROP KEY entries_transfer',
    );
    await runner.query('ALTER TABLE transfers DROP KEY transfers_kind');
  }
}
