import { options } from './table-options';

/** Direct debits and their mandates. */
export const directDebitsTables = [
  `CREATE TABLE IF NOT EXISTS direct_debit_creditors (
    user_id INT UNSIGNED NOT NULL,
    creditor_key VARCHAR(32) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
    creditor_id VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (user_id, creditor_key),
    CONSTRAINT direct_debit_creditors_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS direct_debit_settings (
    user_id INT UNSIGNED NOT NULL PRIMARY KEY,
    mode ENUM('all', 'listed', 'none') NOT NULL,
    changed_at DATETIME(3) NOT NULL,
    CONSTRAINT direct_debit_settings_of_user FOREIGN KEY (user_id) REFERENCES users (id)
  ) ${options}`,
  // The rulebook reads mandate references and creditor identifiers without regard to case (EPC016-06, AT-01 and
  // AT-02).
  `CREATE TABLE IF NOT EXISTS mandates (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    account_id BIGINT UNSIGNED NOT NULL,
    creditor_key VARCHAR(32) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
    creditor_id VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    creditor_name VARCHAR(140) NOT NULL,
    reference VARCHAR(35) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
    signed_on DATE NULL,
    status ENUM('active', 'blocked') NOT NULL DEFAULT 'active',
    created_at DATETIME(3) NOT NULL,
    changed_at DATETIME(3) NOT NULL,
    UNIQUE KEY mandates_reference (account_id, creditor_key, reference),
    KEY mandates_user (user_id, id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS direct_debits (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    sender VARCHAR(11) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    transaction_id VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    end_to_end_id VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    message_id VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    account_id BIGINT UNSIGNED NULL,
    user_id INT UNSIGNED NULL,
    mandate_id BIGINT UNSIGNED NULL,
    creditor_id VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    creditor_name VARCHAR(140) NOT NULL,
    mandate_reference VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    debtor_account VARCHAR(34) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    amount BIGINT NOT NULL,
    currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    remittance VARCHAR(140) NULL,
    due_on DATE NOT NULL,
    status ENUM('upcoming', 'held', 'booked', 'refused', 'returned', 'refunded') NOT NULL,
    reason_code CHAR(4) CHARACTER SET ascii COLLATE ascii_bin NULL,
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
    KEY direct_debits_hold (hold_transfer_id),
    KEY direct_debits_posting (transfer_id),
    KEY direct_debits_back (back_transfer_id),
    CONSTRAINT direct_debits_back FOREIGN KEY (back_transfer_id) REFERENCES transfers (id),
    CONSTRAINT direct_debits_hold FOREIGN KEY (hold_transfer_id) REFERENCES transfers (id),
    CONSTRAINT direct_debits_posting FOREIGN KEY (transfer_id) REFERENCES transfers (id),
    CONSTRAINT direct_debits_taken CHECK (status = 'refused' OR account_id IS NOT NULL AND user_id IS NOT NULL
      AND mandate_id IS NOT NULL),
    CONSTRAINT direct_debits_booked CHECK ((status IN ('booked', 'refunded')) = (transfer_id IS NOT NULL)),
    CONSTRAINT direct_debits_settled CHECK (status NOT IN ('held', 'returned') OR hold_transfer_id IS NOT NULL
      AND held_until IS NOT NULL),
    CONSTRAINT direct_debits_given_back
      CHECK ((status IN ('returned', 'refunded')) = (back_transfer_id IS NOT NULL)),
    CONSTRAINT direct_debits_reason
      CHECK ((status IN ('refused', 'returned', 'refunded')) = (reason_code IS NOT NULL))
  ) ${options}`,
];
