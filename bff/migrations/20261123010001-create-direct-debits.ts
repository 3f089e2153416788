import type { MigrationInterface, QueryRunner } from 'typeorm';

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';
/** The rulebook reads mandate references and creditor identifiers without regard to case (EPC016-06, AT-01 and AT-02). */
const caseless = 'CHARACTER SET ascii COLLATE ascii_general_ci';
const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const tables = ['direct_debits', 'mandates', 'direct_debit_creditors', 'direct_debit_settings'];
const statuses = `'upcoming', 'held', 'booked', 'refused', 'returned', 'refunded'`;

export class CreateDirectDebits20261123010001 implements MigrationInterface {
  name = 'CreateDirectDebits20261123010001';

  /**
   * Who may collect from a customer, the customer's own rules, and every collection that came, once by its sender and
   * transaction id. `settled_on` is the day on which it was settled with the other bank: booked or held. Mandates and
   * collections have no foreign keys to users, accounts and mandates, whose shared locks would deadlock with the locks
   * that a booking takes; those rows are never deleted.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE direct_debit_settings (
        user_id INT UNSIGNED NOT NULL PRIMARY KEY,
        mode ENUM('all', 'listed', 'none') NOT NULL,
        changed_at DATETIME(3) NOT NULL,
        CONSTRAINT direct_debit_settings_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE direct_debit_creditors (
        user_id INT UNSIGNED NOT NULL,
        creditor_key VARCHAR(32) ${caseless} NOT NULL,
        creditor_id VARCHAR(35) ${ascii} NOT NULL,
        PRIMARY KEY (user_id, creditor_key),
        CONSTRAINT direct_debit_creditors_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE mandates (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        account_id BIGINT UNSIGNED NOT NULL,
        creditor_key VARCHAR(32) ${caseless} NOT NULL,
        creditor_id VARCHAR(35) ${ascii} NOT NULL,
        creditor_name VARCHAR(140) NOT NULL,
        reference VARCHAR(35) ${caseless} NOT NULL,
        signed_on DATE NULL,
        status ENUM('active', 'blocked') NOT NULL DEFAULT 'active',
        created_at DATETIME(3) NOT NULL,
        changed_at DATETIME(3) NOT NULL,
        UNIQUE KEY mandates_reference (account_id, creditor_key, reference),
        KEY mandates_user (user_id, id)
      ) ${table}`);
    await runner.query(collections);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of tables) {
      await runner.query(`DROP TABLE ${name}`);
    }
  }
}

const collections = `
  CREATE TABLE direct_debits (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    sender VARCHAR(11) ${ascii} NOT NULL,
    transaction_id VARCHAR(35) ${ascii} NOT NULL,
    end_to_end_id VARCHAR(35) ${ascii} NOT NULL,
    message_id VARCHAR(35) ${ascii} NOT NULL,
    account_id BIGINT UNSIGNED NULL,
    user_id INT UNSIGNED NULL,
    mandate_id BIGINT UNSIGNED NULL,
    creditor_id VARCHAR(35) ${ascii} NOT NULL,
    creditor_name VARCHAR(140) NOT NULL,
    mandate_reference VARCHAR(35) ${ascii} NOT NULL,
    debtor_account VARCHAR(34) ${ascii} NOT NULL,
    amount BIGINT NOT NULL,
    currency CHAR(3) ${ascii} NOT NULL,
    remittance VARCHAR(140) NULL,
    due_on DATE NOT NULL,
    status ENUM(${statuses}) NOT NULL,
    reason_code CHAR(4) ${ascii} NULL,
    settled_on DATE NULL,
    held_until DATETIME(3) NULL,
    booked_at DATETIME(3) NULL,
    hold_transfer_id BIGINT UNSIGNED NULL,
    transfer_id BIGINT UNSIGNED NULL,
    back_transfer_id BIGINT UNSIGNED NULL,
    received_at DATETIME(3) NOT NULL,
    changed_at DATETIME(3) NOT NULL,
    UNIQUE KEY direct_debits_once (sender, transaction_id),
    KEY direct_debits_transaction (transaction_id),
    KEY direct_debits_due (status, due_on, id),
    KEY direct_debits_held (status, held_until, id),
    KEY direct_debits_changed (status, changed_at, id),
    KEY direct_debits_user (user_id, due_on, id),
    KEY direct_debits_user_status (user_id, status, due_on, id),
    KEY direct_debits_mandate (mandate_id, settled_on, id),
    CONSTRAINT direct_debits_hold FOREIGN KEY (hold_transfer_id) REFERENCES transfers (id),
    CONSTRAINT direct_debits_posting FOREIGN KEY (transfer_id) REFERENCES transfers (id),
    CONSTRAINT direct_debits_back FOREIGN KEY (back_transfer_id) REFERENCES transfers (id),
    CONSTRAINT direct_debits_taken CHECK (
      status = 'refused' OR (account_id IS NOT NULL AND user_id IS NOT NULL AND mandate_id IS NOT NULL)),
    CONSTRAINT direct_debits_booked CHECK (
      (status IN ('booked', 'refunded')) = (transfer_id IS NOT NULL)),
    CONSTRAINT direct_debits_settled CHECK (
      status NOT IN ('held', 'returned') OR (hold_transfer_id IS NOT NULL AND held_until IS NOT NULL)),
    CONSTRAINT direct_debits_given_back CHECK (
      (status IN ('returned', 'refunded')) = (back_transfer_id IS NOT NULL)),
    CONSTRAINT direct_debits_reason CHECK (
      (status IN ('refused', 'returned', 'refunded')) = (reason_code IS NOT NULL))
  ) ${table}`;
