import type { MigrationInterface, QueryRunner } from 'typeorm';

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class RecordPaymentMessages20261122190001 implements MigrationInterface {
  name = 'RecordPaymentMessages20261122190001';

  /**
   * The questions and recalls that were sent about a payment, beside the message that carried it; when a recall was
   * answered; and the index that lists the money on suspense.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment_messages (
        payment_id BIGINT UNSIGNED NOT NULL,
        message_id VARCHAR(35) ${ascii} NOT NULL,
        PRIMARY KEY (payment_id, message_id),
        CONSTRAINT payment_messages_of_payment FOREIGN KEY (payment_id) REFERENCES payments (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    await runner.query('ALTER TABLE payments ADD recall_answered_at DATETIME(3) NULL');
    await runner.query('ALTER TABLE incoming_credits ADD KEY incoming_credits_outcome (outcome, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE incoming_credits DROP KEY incoming_credits_outcome');
    await runner.query('ALTER TABLE payments DROP recall_answered_at');
    await runner.query('DROP TABLE payment_messages');
  }
}
