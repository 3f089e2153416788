import { options } from './table-options';

/** Messages and files of the counterparts, and what comes from them. */
export const railsTables = [
  // Messages to the counterparts outside the bank, as they were sent.
  `CREATE TABLE IF NOT EXISTS rail_outbox (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    port VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    message_id VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    type VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    once BOOLEAN NOT NULL,
    body MEDIUMBLOB NOT NULL,
    created_at DATETIME(3) NOT NULL,
    tries INT UNSIGNED NOT NULL DEFAULT 0,
    next_try_at DATETIME(3) NULL,
    answered_at DATETIME(3) NULL,
    answer MEDIUMBLOB NULL,
    UNIQUE KEY rail_outbox_message (port, message_id),
    KEY rail_outbox_due (next_try_at, id)
  ) ${options}`,
  // A message that came is stored once under its sender's id before it is worked on; `answer` is repeated when it
  // comes again.
  `CREATE TABLE IF NOT EXISTS rail_inbox (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    port VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    message_id VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    type VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    body MEDIUMBLOB NOT NULL,
    digest BINARY(32) NOT NULL,
    received_at DATETIME(3) NOT NULL,
    handled_at DATETIME(3) NULL,
    answer MEDIUMTEXT NULL,
    fault VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
    UNIQUE KEY rail_inbox_message (port, message_id),
    KEY rail_inbox_unhandled (handled_at, id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS rail_nonces (
    port VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    nonce VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    PRIMARY KEY (port, nonce),
    KEY rail_nonces_expired (expires_at)
  ) ${options}`,
  // Files of the rail as they came, each once under its sender's id.
  `CREATE TABLE IF NOT EXISTS rail_files (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    port VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    message_id VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    type VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    file CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    size BIGINT UNSIGNED NOT NULL,
    digest BINARY(32) NOT NULL,
    fault VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
    received_at DATETIME(3) NOT NULL,
    UNIQUE KEY rail_files_message (port, message_id),
    KEY rail_files_digest (digest),
    KEY rail_files_file (file)
  ) ${options}`,
  // Credits from outside, by the id that each is booked once by: ids that differ in a letter's case or accent are of
  // different credits.
  `CREATE TABLE IF NOT EXISTS incoming_credits (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    kind ENUM('credit', 'return') NOT NULL,
    sender VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    transaction_id VARCHAR(35) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    end_to_end_id VARCHAR(35) NOT NULL,
    message_id VARCHAR(35) NOT NULL,
    instant BOOLEAN NOT NULL,
    amount BIGINT NOT NULL,
    currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    creditor_account VARCHAR(34) NOT NULL,
    debtor_account VARCHAR(34) NOT NULL,
    debtor_name VARCHAR(140) NOT NULL,
    remittance VARCHAR(140) NULL,
    outcome ENUM('booked', 'refused', 'suspended') NOT NULL,
    reason_code VARCHAR(4) CHARACTER SET ascii COLLATE ascii_bin NULL,
    transfer_id BIGINT UNSIGNED NULL,
    received_at DATETIME(3) NOT NULL,
    UNIQUE KEY incoming_credits_once (kind, sender, transaction_id),
    KEY incoming_credits_transfer (transfer_id),
    KEY incoming_credits_outcome (outcome, id),
    KEY incoming_credits_payment (transaction_id),
    CONSTRAINT incoming_credits_posting FOREIGN KEY (transfer_id) REFERENCES transfers (id)
  ) ${options}`,
  // Files of credits, from the rail or uploaded by an administrator. `once` is the sender and message id of an
  // upload that is or may be booked.
  `CREATE TABLE IF NOT EXISTS credit_files (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    source ENUM('rail', 'staff') NOT NULL,
    message_id VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    sender VARCHAR(11) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    once VARCHAR(47) CHARACTER SET ascii COLLATE ascii_bin NULL,
    name VARCHAR(200) NULL,
    file CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
    size BIGINT UNSIGNED NOT NULL,
    digest BINARY(32) NOT NULL,
    state ENUM('faulty', 'uploaded', 'awaiting', 'booking', 'booked', 'altered') NOT NULL,
    fault VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
    credits INT UNSIGNED NOT NULL,
    total BIGINT NOT NULL,
    summary TEXT NOT NULL,
    booked INT UNSIGNED NOT NULL DEFAULT 0,
    booked_total BIGINT NOT NULL DEFAULT 0,
    refused INT UNSIGNED NOT NULL DEFAULT 0,
    uploaded_by INT UNSIGNED NULL,
    approval_id INT UNSIGNED NULL,
    received_at DATETIME(3) NOT NULL,
    finished_at DATETIME(3) NULL,
    UNIQUE KEY credit_files_once (once),
    KEY credit_files_message (sender, message_id),
    KEY credit_files_state (state, id),
    KEY credit_files_file (file),
    KEY credit_files_uploader (uploaded_by),
    KEY credit_files_approval (approval_id),
    CONSTRAINT credit_files_approval FOREIGN KEY (approval_id) REFERENCES staff_approvals (id),
    CONSTRAINT credit_files_uploader FOREIGN KEY (uploaded_by) REFERENCES users (id)
  ) ${options}`,
  // Each slice is booked in one transaction that stores the progress; its digest is that of its credits when the
  // file arrived.
  `CREATE TABLE IF NOT EXISTS credit_file_slices (
    file_id BIGINT UNSIGNED NOT NULL,
    number INT UNSIGNED NOT NULL,
    digest BINARY(32) NOT NULL,
    booked_at DATETIME(3) NULL,
    PRIMARY KEY (file_id, number),
    CONSTRAINT credit_file_slices_of_file FOREIGN KEY (file_id) REFERENCES credit_files (id)
  ) ${options}`,
  // The counterpart's statements of the settlement accounts: one of each day and currency is in force. `progress` is
  // where the work on one stopped, `digest` by what it is known to be the one that arrived.
  `CREATE TABLE IF NOT EXISTS settlement_statements (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    message_id VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'EUR',
    day DATE NOT NULL,
    in_force DATE NULL,
    file CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    digest BINARY(32) NULL,
    created_at DATETIME(3) NOT NULL,
    ends_at DATETIME(3) NOT NULL,
    opening BIGINT NOT NULL,
    closing BIGINT NOT NULL,
    net BIGINT NOT NULL,
    own_opening BIGINT NULL,
    own_closing BIGINT NULL,
    entries INT UNSIGNED NOT NULL,
    state ENUM('storing', 'comparing', 'done') NOT NULL DEFAULT 'storing',
    progress VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
    received_at DATETIME(3) NOT NULL,
    UNIQUE KEY settlement_statements_in_force (in_force, currency),
    KEY settlement_statements_state (state, id),
    KEY settlement_statements_day (day, id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS settlement_statement_entries (
    statement_id BIGINT UNSIGNED NOT NULL,
    number INT UNSIGNED NOT NULL,
    transaction_id VARCHAR(35) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (statement_id, number),
    KEY settlement_statement_entries_payment (transaction_id),
    KEY settlement_statement_entries_order (statement_id, transaction_id),
    CONSTRAINT settlement_statement_entries_of FOREIGN KEY (statement_id) REFERENCES settlement_statements (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS reconciliation_open (
    transaction_id VARCHAR(35) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
    since DATE NOT NULL,
    currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'EUR'
  ) ${options}`,
  // The differences from the bank's own entries, each once.
  `CREATE TABLE IF NOT EXISTS reconciliation_differences (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    day DATE NOT NULL,
    currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'EUR',
    kind ENUM('missing_here', 'missing_there', 'amount', 'opening', 'closing') NOT NULL,
    subject VARCHAR(35) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    here BIGINT NOT NULL,
    there BIGINT NOT NULL,
    UNIQUE KEY reconciliation_differences_subject (kind, subject),
    KEY reconciliation_differences_day (day, currency, id)
  ) ${options}`,
  // Money asked for from cards of other banks; the row comes before the question, so that no answer is lost.
  `CREATE TABLE IF NOT EXISTS top_ups (
    id CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    amount BIGINT NOT NULL,
    state ENUM('asked', 'booked', 'declined') NOT NULL DEFAULT 'asked',
    transfer_id BIGINT UNSIGNED NULL,
    created_at DATETIME(3) NOT NULL,
    counted BOOLEAN NOT NULL DEFAULT 0,
    KEY top_ups_open (state, created_at),
    KEY top_ups_of_user (user_id),
    KEY top_ups_posting (transfer_id),
    CONSTRAINT top_ups_of_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT top_ups_posting FOREIGN KEY (transfer_id) REFERENCES transfers (id),
    CONSTRAINT top_ups_booked CHECK ((state = 'booked') = (transfer_id IS NOT NULL))
  ) ${options}`,
];
