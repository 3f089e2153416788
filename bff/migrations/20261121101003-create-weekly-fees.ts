import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateWeeklyFees20261121101003 implements MigrationInterface {
  name = 'CreateWeeklyFees20261121101003';

  /** A fee without a transfer waits for a sufficient balance; at most one fee for each account and week. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE fee_plans (
        account_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
        next_due DATE NOT NULL,
        KEY fee_plans_due (next_due),
        CONSTRAINT fee_plans_of_account FOREIGN KEY (account_id) REFERENCES accounts (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE weekly_fees (
        account_id BIGINT UNSIGNED NOT NULL,
        due_date DATE NOT NULL,
        transfer_id BIGINT UNSIGNED NULL,
        created_at DATETIME(3) NOT NULL,
        paid_at DATETIME(3) NULL,
        PRIMARY KEY (account_id, due_date),
        UNIQUE KEY weekly_fees_transfer (transfer_id),
        KEY weekly_fees_waiting (paid_at, due_date),
        CONSTRAINT weekly_fees_of_account FOREIGN KEY (account_id) REFERENCES accounts (id),
        CONSTRAINT weekly_fees_posting FOREIGN KEY (transfer_id) REFERENCES transfers (id),
        CONSTRAINT weekly_fees_paid CHECK ((paid_at IS NULL) = (transfer_id IS NULL))
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE weekly_fees');
    await runner.query('DROP TABLE fee_plans');
  }
}
