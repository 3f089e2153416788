import type { Database } from './database';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';
const id = 'id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY';

/** The statements of each version, which a database runs once. A version that was delivered never changes. */
const versions: string[][] = [
  [
    `CREATE TABLE IF NOT EXISTS accounts (
      ${id},
      iban VARCHAR(34) ${ascii} NOT NULL,
      holder VARCHAR(140) NOT NULL,
      bic VARCHAR(11) ${ascii} NOT NULL,
      kind VARCHAR(12) ${ascii} NOT NULL,
      behaviour VARCHAR(12) ${ascii} NOT NULL,
      recalls VARCHAR(12) ${ascii} NOT NULL,
      creditor_id VARCHAR(35) ${ascii} NULL,
      opening BIGINT NOT NULL,
      opened_at DATETIME(3) NOT NULL,
      UNIQUE KEY accounts_iban (iban),
      KEY accounts_kind (kind)
    ) ${table}`,
    // Payments that arrived (received) and that were sent to the bank (credit, collection), once by their transaction id.
    `CREATE TABLE IF NOT EXISTS payments (
      ${id},
      kind ENUM('received', 'credit', 'collection') NOT NULL,
      transaction_id VARCHAR(35) ${ascii} NOT NULL,
      end_to_end_id VARCHAR(35) ${ascii} NOT NULL,
      message_id VARCHAR(35) ${ascii} NOT NULL,
      account_id INT UNSIGNED NULL,
      customer_name VARCHAR(140) NOT NULL,
      customer_iban VARCHAR(34) ${ascii} NOT NULL,
      amount BIGINT NOT NULL,
      currency CHAR(3) ${ascii} NOT NULL,
      remittance VARCHAR(140) NULL,
      instant TINYINT NOT NULL,
      state ENUM('queued', 'pending', 'settled', 'rejected', 'returned') NOT NULL,
      reason VARCHAR(4) ${ascii} NULL,
      mandate_id VARCHAR(35) ${ascii} NULL,
      return_id VARCHAR(35) ${ascii} NULL,
      created_at DATETIME(3) NOT NULL,
      UNIQUE KEY payments_transaction (transaction_id, kind),
      KEY payments_message (message_id, id),
      KEY payments_customer (customer_iban),
      KEY payments_state (kind, state, id),
      CONSTRAINT payments_account FOREIGN KEY (account_id) REFERENCES accounts (id)
    ) ${table}`,
    // Every movement, once by its source and step. Balances are sums of it: no row is written by all movements.
    `CREATE TABLE IF NOT EXISTS entries (
      ${id},
      account_id INT UNSIGNED NOT NULL,
      source VARCHAR(80) ${ascii} NOT NULL,
      step ENUM('settlement', 'return', 'top_up') NOT NULL,
      amount BIGINT NOT NULL,
      day DATE NOT NULL,
      at DATETIME(3) NOT NULL,
      UNIQUE KEY entries_once (source, step, account_id),
      KEY entries_account (account_id, day, amount),
      CONSTRAINT entries_of_account FOREIGN KEY (account_id) REFERENCES accounts (id)
    ) ${table}`,
    // Messages as they came and as they were sent, once by their id; `lane` and `next_at` order what waits to be sent.
    `CREATE TABLE IF NOT EXISTS messages (
      ${id},
      direction ENUM('in', 'out') NOT NULL,
      message_id VARCHAR(35) ${ascii} NULL,
      type VARCHAR(35) ${ascii} NOT NULL,
      body MEDIUMBLOB NOT NULL,
      digest VARCHAR(64) ${ascii} NOT NULL,
      state ENUM('stored', 'answered', 'refused', 'queued', 'sent') NOT NULL,
      status SMALLINT NULL,
      answer MEDIUMTEXT NULL,
      fault VARCHAR(120) NULL,
      lane VARCHAR(50) ${ascii} NULL,
      attempts INT UNSIGNED NOT NULL DEFAULT 0,
      next_at DATETIME(3) NULL,
      created_at DATETIME(3) NOT NULL,
      done_at DATETIME(3) NULL,
      UNIQUE KEY messages_once (direction, message_id),
      KEY messages_waiting (direction, state, lane, id)
    ) ${table}`,
    `CREATE TABLE IF NOT EXISTS recalls (
      recall_id VARCHAR(35) ${ascii} NOT NULL PRIMARY KEY,
      payment_id INT UNSIGNED NULL,
      transaction_id VARCHAR(35) ${ascii} NOT NULL,
      reason VARCHAR(4) ${ascii} NOT NULL,
      state ENUM('asked', 'accepted', 'refused') NOT NULL,
      answer_reason VARCHAR(4) ${ascii} NULL,
      asked_at DATETIME(3) NOT NULL,
      KEY recalls_state (state),
      CONSTRAINT recalls_payment FOREIGN KEY (payment_id) REFERENCES payments (id)
    ) ${table}`,
    `CREATE TABLE IF NOT EXISTS nonces (
      nonce VARCHAR(80) ${ascii} NOT NULL PRIMARY KEY,
      seen_at DATETIME(3) NOT NULL,
      KEY nonces_seen (seen_at)
    ) ${table}`,
    `CREATE TABLE IF NOT EXISTS settings (
      name VARCHAR(40) ${ascii} NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) ${table}`,
    `CREATE TABLE IF NOT EXISTS top_ups (
      id VARCHAR(64) ${ascii} NOT NULL PRIMARY KEY,
      amount BIGINT NOT NULL,
      currency CHAR(3) ${ascii} NOT NULL,
      code CHAR(2) ${ascii} NOT NULL,
      at DATETIME(3) NOT NULL
    ) ${table}`,
  ],
  // The source of a message that is too large to be stored.
  ['ALTER TABLE messages ADD COLUMN file TEXT NULL'],
  // The day of a collection; and creditor identifiers whose check digits were wrong.
  [
    'ALTER TABLE payments ADD COLUMN due_on DATE NULL',
    `UPDATE accounts SET creditor_id = 'FR67ZZZ998001' WHERE creditor_id = 'FR72ZZZ998001'`,
    `UPDATE accounts SET creditor_id = 'BE59ZZZ0998000124' WHERE creditor_id = 'BE68ZZZ0998000124'`,
  ],
  // Reference rates that a person changed: from a day on, this many times as large.
  [
    `CREATE TABLE IF NOT EXISTS rate_changes (
      currency CHAR(3) ${ascii} NOT NULL PRIMARY KEY,
      day DATE NOT NULL,
      factor DOUBLE NOT NULL
    ) ${table}`,
  ],
  // The tracking id of international payments.
  [`ALTER TABLE payments ADD COLUMN uetr CHAR(36) ${ascii} NULL`],
  // Text messages as telephones received them, once by their id; push messages as browsers did.
  [
    `CREATE TABLE IF NOT EXISTS text_messages (
      id VARCHAR(64) ${ascii} NOT NULL PRIMARY KEY,
      number VARCHAR(16) ${ascii} NOT NULL,
      text VARCHAR(1000) NOT NULL,
      at DATETIME(3) NOT NULL,
      KEY text_messages_latest (at),
      KEY text_messages_number (number, at)
    ) ${table}`,
    // Browsers that subscribed to push messages, with the keys that only a browser has, and what they read.
    `CREATE TABLE IF NOT EXISTS browsers (
      id VARCHAR(22) ${ascii} NOT NULL PRIMARY KEY,
      private_key VARCHAR(43) ${ascii} NOT NULL,
      auth VARCHAR(22) ${ascii} NOT NULL,
      application_key VARCHAR(87) ${ascii} NULL,
      state ENUM('open', 'gone', 'fails', 'silent') NOT NULL,
      created_at DATETIME(3) NOT NULL,
      KEY browsers_newest (created_at)
    ) ${table}`,
    `CREATE TABLE IF NOT EXISTS pushed_messages (
      ${id},
      browser_id VARCHAR(22) ${ascii} NOT NULL,
      text TEXT NULL,
      topic VARCHAR(32) ${ascii} NULL,
      urgency VARCHAR(8) ${ascii} NOT NULL,
      ttl INT UNSIGNED NOT NULL,
      at DATETIME(3) NOT NULL,
      KEY pushed_messages_browser (browser_id, id)
    ) ${table}`,
  ],
  // Uses of cards, what is sent to the bank about each, and what the bank took, once by its message.
  [
    `CREATE TABLE IF NOT EXISTS card_payments (
      reference VARCHAR(35) ${ascii} NOT NULL PRIMARY KEY,
      approved_reference VARCHAR(35) ${ascii} NULL,
      shop VARCHAR(35) ${ascii} NOT NULL,
      mode CHAR(4) ${ascii} NOT NULL,
      amount BIGINT NOT NULL,
      currency CHAR(3) ${ascii} NOT NULL,
      card VARCHAR(1000) ${ascii} NOT NULL,
      state VARCHAR(12) ${ascii} NOT NULL,
      code CHAR(2) ${ascii} NULL,
      challenge_id VARCHAR(40) ${ascii} NULL,
      cleared BIGINT NOT NULL DEFAULT 0,
      refunded BIGINT NOT NULL DEFAULT 0,
      charged_back BIGINT NOT NULL DEFAULT 0,
      clears TINYINT NOT NULL,
      created_at DATETIME(3) NOT NULL,
      KEY card_payments_latest (created_at),
      KEY card_payments_state (state, created_at)
    ) ${table}`,
    `CREATE TABLE IF NOT EXISTS card_messages (
      ${id},
      reference VARCHAR(35) ${ascii} NOT NULL,
      name VARCHAR(20) ${ascii} NOT NULL,
      payment VARCHAR(35) ${ascii} NOT NULL,
      moves BIGINT NOT NULL,
      body TEXT NOT NULL,
      state ENUM('queued', 'answered') NOT NULL,
      status SMALLINT NULL,
      code CHAR(2) ${ascii} NULL,
      fault VARCHAR(120) NULL,
      attempts INT UNSIGNED NOT NULL DEFAULT 0,
      next_at DATETIME(3) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      done_at DATETIME(3) NULL,
      UNIQUE KEY card_messages_once (reference),
      KEY card_messages_waiting (state, id)
    ) ${table}`,
    `CREATE TABLE IF NOT EXISTS card_settlements (
      reference VARCHAR(35) ${ascii} NOT NULL PRIMARY KEY,
      day DATE NOT NULL,
      currency CHAR(3) ${ascii} NOT NULL,
      amount BIGINT NOT NULL,
      KEY card_settlements_day (day, currency)
    ) ${table}`,
  ],
  // Chargebacks that the bank requested, with the shop's answer, once by the bank's id.
  [
    `CREATE TABLE IF NOT EXISTS chargeback_requests (
      id VARCHAR(35) ${ascii} NOT NULL PRIMARY KEY,
      payment VARCHAR(35) ${ascii} NULL,
      amount BIGINT NOT NULL,
      currency CHAR(3) ${ascii} NOT NULL,
      reason CHAR(4) ${ascii} NOT NULL,
      result CHAR(4) ${ascii} NOT NULL,
      at DATETIME(3) NOT NULL
    ) ${table}`,
    'ALTER TABLE card_payments ADD KEY card_payments_approved (approved_reference)',
  ],
];

/** Duplicate column and key: what a start that was interrupted has added, since MySQL cannot add only what is missing. */
const duplicates = new Set([1060, 1061]);

/** Brings the tables to the newest version; a start that was interrupted is repeated. */
export async function createTables(database: Database): Promise<void> {
  await database.write('CREATE TABLE IF NOT EXISTS schema_versions (version INT NOT NULL PRIMARY KEY)');
  const done = await database.rows<{ version: number }>('SELECT version FROM schema_versions');
  for (const [version, statements] of versions.entries()) {
    if (done.some((each) => each.version === version)) continue;
    for (const statement of statements) await database.write(statement).catch(unlessThere);
    await database.insert('schema_versions', [{ version }], { once: true });
  }
}

function unlessThere(error: Error & { errno?: number }): void {
  if (!duplicates.has(error.errno ?? 0)) throw error;
}
