import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateScheduledPayments20261121101002 implements MigrationInterface {
  name = 'CreateScheduledPayments20261121101002';

  /** The key of the runs guarantees at most one run for each occurrence, on any server. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE scheduled_payments (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        card_id BIGINT UNSIGNED NOT NULL,
        amount BIGINT NOT NULL,
        currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        label VARCHAR(140) NOT NULL,
        frequency ENUM('weekly', 'monthly') NOT NULL,
        active TINYINT(1) NOT NULL DEFAULT 1,
        first_run DATE NOT NULL,
        next_run DATE NOT NULL,
        created_at DATETIME(3) NOT NULL,
        deleted_at DATETIME(3) NULL,
        KEY scheduled_payments_due (active, next_run, id),
        KEY scheduled_payments_user (user_id, deleted_at, id),
        CONSTRAINT scheduled_payments_by_card FOREIGN KEY (card_id) REFERENCES cards (id),
        CONSTRAINT scheduled_payments_amount CHECK (amount > 0),
        CONSTRAINT scheduled_payments_deleted CHECK (deleted_at IS NULL OR active = 0)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE scheduled_payment_runs (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        schedule_id BIGINT UNSIGNED NOT NULL,
        occurrence_date DATE NOT NULL,
        status ENUM('completed', 'failed') NOT NULL,
        reason VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        transfer_id BIGINT UNSIGNED NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY scheduled_payment_runs_once (schedule_id, occurrence_date),
        UNIQUE KEY scheduled_payment_runs_transfer (transfer_id),
        CONSTRAINT scheduled_payment_runs_of FOREIGN KEY (schedule_id) REFERENCES scheduled_payments (id),
        CONSTRAINT scheduled_payment_runs_posting FOREIGN KEY (transfer_id) REFERENCES transfers (id),
        CONSTRAINT scheduled_payment_runs_outcome CHECK ((status = 'completed') = (transfer_id IS NOT NULL))
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE scheduled_payment_runs');
    await runner.query('DROP TABLE scheduled_payments');
  }
}
