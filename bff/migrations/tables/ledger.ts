import { options } from './table-options';

/** The ledger, its accounts, and what is derived from it. */
export const ledgerTables = [
  // Amounts are minor units. Constraints repeat the rules of the ledger, so that no program can bypass them.
  `CREATE TABLE IF NOT EXISTS accounts (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NULL,
    kind ENUM('customer', 'funding', 'fees', 'adjustment', 'outside', 'settlement', 'suspense', 'position',
      'exchange_income', 'card_settlement', 'losses') NOT NULL,
    currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    iban VARCHAR(34) CHARACTER SET ascii COLLATE ascii_bin NULL,
    account_type VARCHAR(20) NOT NULL,
    balance BIGINT NOT NULL DEFAULT 0,
    held BIGINT NOT NULL DEFAULT 0,
    overdraft_limit BIGINT NOT NULL DEFAULT 0,
    transfer_limit BIGINT NOT NULL DEFAULT 0,
    withdrawal_limit BIGINT NOT NULL DEFAULT 0,
    card_limit BIGINT NOT NULL DEFAULT 0,
    created_at DATETIME(3) NOT NULL,
    owner_group SMALLINT UNSIGNED NULL,
    closed_at DATETIME(3) NULL,
    taken_in BIGINT NOT NULL DEFAULT 0,
    taken_in_since DATETIME(3) NULL,
    outside_credits VARCHAR(6000) CHARACTER SET ascii COLLATE ascii_bin NULL,
    UNIQUE KEY accounts_user (user_id, currency),
    UNIQUE KEY accounts_iban (iban),
    KEY accounts_by_balance (currency, owner_group, balance, user_id),
    CONSTRAINT accounts_of_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT accounts_owner CHECK ((kind = 'customer') = (user_id IS NOT NULL)),
    CONSTRAINT accounts_funds CHECK (kind <> 'customer' OR balance - held >= -overdraft_limit),
    CONSTRAINT accounts_held CHECK (held >= 0),
    CONSTRAINT accounts_limits CHECK (overdraft_limit >= 0 AND transfer_limit >= 0 AND withdrawal_limit >= 0
      AND card_limit >= 0),
    CONSTRAINT accounts_closed CHECK (closed_at IS NULL OR balance = 0 AND held = 0)
  ) ${options} AUTO_INCREMENT = 1001`,
  // `created_by` is not a foreign key: its check would lock the user's row in every movement of money.
  `CREATE TABLE IF NOT EXISTS transfers (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    reference VARCHAR(20) NOT NULL,
    kind ENUM('deposit', 'transfer', 'payment', 'card', 'withdrawal', 'fee', 'adjustment', 'reversal', 'credit',
      'debit', 'exchange', 'card_refund') NOT NULL,
    description VARCHAR(200) NOT NULL,
    created_by INT UNSIGNED NULL,
    request_id VARCHAR(64) NULL,
    created_at DATETIME(3) NOT NULL,
    reverses BIGINT UNSIGNED NULL,
    UNIQUE KEY transfers_reference (reference),
    UNIQUE KEY transfers_reverses (reverses),
    KEY transfers_time (created_at),
    KEY transfers_kind (kind, created_at),
    CONSTRAINT transfers_reversed FOREIGN KEY (reverses) REFERENCES transfers (id),
    CONSTRAINT transfers_reversal CHECK ((kind = 'reversal') = (reverses IS NOT NULL))
  ) ${options}`,
  // An entry may have a description for its own side.
  `CREATE TABLE IF NOT EXISTS entries (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    transfer_id BIGINT UNSIGNED NOT NULL,
    account_id BIGINT UNSIGNED NOT NULL,
    amount BIGINT NOT NULL,
    balance_after BIGINT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    description VARCHAR(400) NULL,
    KEY entries_account (account_id, id),
    KEY entries_account_time (account_id, created_at, id),
    KEY entries_transfer (transfer_id, account_id, amount),
    KEY entries_account_amount (account_id, amount, created_at, id),
    CONSTRAINT entries_of_account FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT entries_of_transfer FOREIGN KEY (transfer_id) REFERENCES transfers (id),
    CONSTRAINT entries_amount CHECK (amount <> 0)
  ) ${options}`,
  // The balance of each account at the end of each Paris day, in minor units; `ends_at` is that end in UTC.
  `CREATE TABLE IF NOT EXISTS balance_snapshots (
    account_id BIGINT UNSIGNED NOT NULL,
    day DATE NOT NULL,
    ends_at DATETIME(3) NOT NULL,
    balance BIGINT NOT NULL,
    PRIMARY KEY (account_id, day),
    KEY balance_snapshots_day (day),
    CONSTRAINT balance_snapshots_of_account FOREIGN KEY (account_id) REFERENCES accounts (id)
  ) ${options}`,
  // The totals of each completed Paris day by kind of movement, in minor units; `fees` is the income of the bank's
  // fee account. Every day has a row of fees.
  `CREATE TABLE IF NOT EXISTS movement_totals (
    day DATE NOT NULL,
    kind ENUM('deposit', 'transfer', 'payment', 'card', 'withdrawal', 'fees') NOT NULL,
    movements BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (day, kind)
  ) ${options}`,
  // Balance changes made by one administrator alone.
  `CREATE TABLE IF NOT EXISTS balance_adjustments (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account_id BIGINT UNSIGNED NOT NULL,
    administrator_id INT UNSIGNED NOT NULL,
    amount BIGINT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY balance_adjustments_to (account_id, created_at),
    KEY balance_adjustments_by (administrator_id, created_at)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS bank_settings (
    name VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    value VARCHAR(500) NOT NULL
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS fee_plans (
    account_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    next_due DATE NOT NULL,
    KEY fee_plans_due (next_due),
    CONSTRAINT fee_plans_of_account FOREIGN KEY (account_id) REFERENCES accounts (id)
  ) ${options}`,
  // A fee without a transfer waits for a sufficient balance; at most one fee for each account and week.
  `CREATE TABLE IF NOT EXISTS weekly_fees (
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
  ) ${options}`,
  // The figures of an account's finished Paris month, in minor units, with its holder at the time of the first
  // request.
  `CREATE TABLE IF NOT EXISTS statements (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account_id BIGINT UNSIGNED NOT NULL,
    month CHAR(7) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    holder VARCHAR(170) NOT NULL,
    iban VARCHAR(34) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    bic VARCHAR(11) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    opening BIGINT NOT NULL,
    closing BIGINT NOT NULL,
    credits INT UNSIGNED NOT NULL,
    credit_sum BIGINT NOT NULL,
    debits INT UNSIGNED NOT NULL,
    debit_sum BIGINT NOT NULL,
    issued_at DATETIME(3) NOT NULL,
    UNIQUE KEY statements_month (account_id, month),
    CONSTRAINT statements_of_account FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT statements_sum CHECK (opening + credit_sum - debit_sum = closing)
  ) ${options}`,
  // The files made of a statement, each stored once: `file` is a name in the documents' folder.
  `CREATE TABLE IF NOT EXISTS statement_files (
    statement_id BIGINT UNSIGNED NOT NULL,
    format ENUM('pdf', 'csv', 'camt053') NOT NULL,
    language ENUM('fr', 'en') NOT NULL,
    file CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    size INT UNSIGNED NOT NULL,
    sha256 BINARY(32) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    PRIMARY KEY (statement_id, format, language),
    UNIQUE KEY statement_files_file (file),
    CONSTRAINT statement_files_of_statement FOREIGN KEY (statement_id) REFERENCES statements (id)
  ) ${options}`,
  `CREATE TABLE IF NOT EXISTS rate_sets (
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    day DATE NOT NULL,
    version SMALLINT UNSIGNED NOT NULL,
    source VARCHAR(80) NOT NULL,
    fetched_at DATETIME(3) NOT NULL,
    UNIQUE KEY rate_sets_day (day, version)
  ) ${options}`,
  // Reference rates by day, each correction a new version; rates are units for one euro, times 10^8.
  `CREATE TABLE IF NOT EXISTS rates (
    set_id INT UNSIGNED NOT NULL,
    currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    rate BIGINT UNSIGNED NOT NULL,
    is_held BOOLEAN NOT NULL DEFAULT 0,
    PRIMARY KEY (set_id, currency),
    CONSTRAINT rates_of_set FOREIGN KEY (set_id) REFERENCES rate_sets (id),
    CONSTRAINT rates_positive CHECK (rate > 0)
  ) ${options}`,
  // Quotes and what came of them; amounts are minor units of their currency, rates as in `rates`.
  `CREATE TABLE IF NOT EXISTS exchange_quotes (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    sell_currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    buy_currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    sell_amount BIGINT NOT NULL,
    buy_amount BIGINT NOT NULL,
    worth BIGINT NOT NULL,
    sell_rate BIGINT UNSIGNED NOT NULL,
    buy_rate BIGINT UNSIGNED NOT NULL,
    rates_day DATE NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    used_at DATETIME(3) NULL,
    transfer_id BIGINT UNSIGNED NULL,
    UNIQUE KEY exchange_quotes_transfer (transfer_id),
    KEY exchange_quotes_unused (used_at, expires_at),
    KEY exchange_quotes_of_user (user_id),
    CONSTRAINT exchange_quotes_of_transfer FOREIGN KEY (transfer_id) REFERENCES transfers (id),
    CONSTRAINT exchange_quotes_of_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT exchange_quotes_used CHECK ((used_at IS NULL) = (transfer_id IS NULL)),
    CONSTRAINT exchange_quotes_amounts CHECK (sell_amount > 0 AND buy_amount > 0 AND worth >= buy_amount)
  ) ${options}`,
];
