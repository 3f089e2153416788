import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class CreateIncidents20261122160003 implements MigrationInterface {
  name = 'CreateIncidents20261122160003';

  /**
   * What the bank found to be wrong, once per `subject`; credits from outside, by the id that each is booked once by; and
   * what was done with each.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE incidents (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        kind VARCHAR(40) ${ascii} NOT NULL,
        subject VARCHAR(120) NOT NULL,
        severity ENUM('low', 'medium', 'high') NOT NULL,
        params VARCHAR(2000) NOT NULL,
        opened_at DATETIME(3) NOT NULL,
        closed_at DATETIME(3) NULL,
        UNIQUE KEY incidents_subject (kind, subject),
        KEY incidents_open (closed_at, id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE incoming_credits (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        kind ENUM('credit', 'return') NOT NULL,
        sender VARCHAR(35) ${ascii} NOT NULL,
        transaction_id VARCHAR(35) NOT NULL,
        end_to_end_id VARCHAR(35) NOT NULL,
        message_id VARCHAR(35) NOT NULL,
        instant TINYINT(1) NOT NULL,
        amount BIGINT NOT NULL,
        currency CHAR(3) ${ascii} NOT NULL,
        creditor_account VARCHAR(34) NOT NULL,
        debtor_account VARCHAR(34) NOT NULL,
        debtor_name VARCHAR(140) NOT NULL,
        remittance VARCHAR(140) NULL,
        outcome ENUM('booked', 'refused', 'suspended') NOT NULL,
        reason_code VARCHAR(4) ${ascii} NULL,
        transfer_id BIGINT UNSIGNED NULL,
        received_at DATETIME(3) NOT NULL,
        UNIQUE KEY incoming_credits_once (kind, sender, transaction_id),
        KEY incoming_credits_transfer (transfer_id),
        CONSTRAINT incoming_credits_posting FOREIGN KEY (transfer_id) REFERENCES transfers (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE incoming_credits');
    await runner.query('DROP TABLE incidents');
  }
}
