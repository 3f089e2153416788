import type { MigrationInterface, QueryRunner } from 'typeorm';

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';
const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateStandingOrders20261122180002 implements MigrationInterface {
  name = 'CreateStandingOrders20261122180002';

  /**
   * Standing orders and their runs. `next_run` is the Paris day of the occurrence that is next, `due_at` the moment of its
   * next attempt; both are NULL when no occurrence is left. An occurrence has one row, whatever number of servers run it.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE standing_orders (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        beneficiary_id BIGINT UNSIGNED NULL,
        recipient_id INT UNSIGNED NULL,
        amount BIGINT NOT NULL,
        currency CHAR(3) ${ascii} NOT NULL,
        description VARCHAR(140) NULL,
        frequency ENUM('weekly', 'monthly', 'quarterly') NOT NULL,
        first_run DATE NOT NULL,
        until_day DATE NULL,
        next_run DATE NULL,
        due_at DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL,
        deleted_at DATETIME(3) NULL,
        KEY standing_orders_user (user_id, deleted_at),
        KEY standing_orders_due (deleted_at, due_at),
        KEY standing_orders_beneficiary (beneficiary_id),
        CONSTRAINT standing_orders_amount CHECK (amount > 0),
        CONSTRAINT standing_orders_of_user FOREIGN KEY (user_id) REFERENCES users (id),
        CONSTRAINT standing_orders_to_beneficiary FOREIGN KEY (beneficiary_id) REFERENCES beneficiaries (id)
          ON DELETE SET NULL,
        CONSTRAINT standing_orders_to_user FOREIGN KEY (recipient_id) REFERENCES users (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE standing_order_runs (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        order_id BIGINT UNSIGNED NOT NULL,
        occurrence_day DATE NOT NULL,
        status ENUM('retrying', 'completed', 'skipped') NOT NULL,
        attempts TINYINT UNSIGNED NOT NULL,
        reason VARCHAR(40) ${ascii} NULL,
        payment_id BIGINT UNSIGNED NULL,
        transfer_id BIGINT UNSIGNED NULL,
        reference VARCHAR(20) ${ascii} NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY standing_order_runs_occurrence (order_id, occurrence_day),
        CONSTRAINT standing_order_runs_of_order FOREIGN KEY (order_id) REFERENCES standing_orders (id),
        CONSTRAINT standing_order_runs_payment FOREIGN KEY (payment_id) REFERENCES payments (id),
        CONSTRAINT standing_order_runs_transfer FOREIGN KEY (transfer_id) REFERENCES transfers (id),
        CONSTRAINT standing_order_runs_paid CHECK (
          (status = 'completed') = ((payment_id IS NOT NULL) + (transfer_id IS NOT NULL) = 1))
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE standing_order_runs');
    await runner.query('DROP TABLE standing_orders');
  }
}
