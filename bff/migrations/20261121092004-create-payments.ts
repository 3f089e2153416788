import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePayments20261121092004 implements MigrationInterface {
  name = 'CreatePayments20261121092004';

  /** `transfer_id` is the posting of a completed payment; a payment made before it was scored has no risk. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payments (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        reference VARCHAR(20) NOT NULL,
        account_id BIGINT UNSIGNED NOT NULL,
        amount BIGINT NOT NULL,
        currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        recipient_account VARCHAR(34) NOT NULL,
        recipient_name VARCHAR(140) NOT NULL,
        payment_method ENUM('sepa_transfer', 'sepa_instant', 'international_transfer') NOT NULL,
        description VARCHAR(200) NOT NULL,
        status ENUM('pending', 'completed', 'failed') NOT NULL DEFAULT 'pending',
        reason VARCHAR(500) NULL,
        risk_score DECIMAL(3,1) NULL,
        risk_reasons TEXT NULL,
        transfer_id BIGINT UNSIGNED NULL,
        created_by INT UNSIGNED NOT NULL,
        request_id VARCHAR(64) NULL,
        created_at DATETIME(3) NOT NULL,
        processed_at DATETIME(3) NULL,
        UNIQUE KEY payments_reference (reference),
        UNIQUE KEY payments_transfer (transfer_id),
        KEY payments_status (status, created_at, id),
        KEY payments_time (created_at, id),
        KEY payments_processed (processed_at, status),
        KEY payments_account (account_id, created_at, id),
        CONSTRAINT payments_of_account FOREIGN KEY (account_id) REFERENCES accounts (id),
        CONSTRAINT payments_posting FOREIGN KEY (transfer_id) REFERENCES transfers (id),
        CONSTRAINT payments_amount CHECK (amount > 0),
        CONSTRAINT payments_settled CHECK ((status = 'completed') = (transfer_id IS NOT NULL)),
        CONSTRAINT payments_processing CHECK ((status = 'pending') = (processed_at IS NULL))
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE payments');
  }
}
