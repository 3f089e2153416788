import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class CreateCases20261123190001 implements MigrationInterface {
  name = 'CreateCases20261123190001';

  /**
   * Cases (the bank and the world, section 6): what they are about, their timeline and files, and disputes of transactions.
   * A case's version grows with everything that somebody who decides must have read.
   */
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [cases, links, entries, files, disputes]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['disputes', 'case_files', 'case_entries', 'case_links', 'cases'])
      await runner.query(`DROP TABLE ${name}`);
  }
}

const cases = `
  CREATE TABLE cases (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    reference VARCHAR(20) ${ascii} NOT NULL,
    kind ENUM('dispute', 'appeal', 'identity', 'hold', 'finding') NOT NULL,
    topic VARCHAR(20) ${ascii} NOT NULL,
    state ENUM('open', 'waiting', 'decided') NOT NULL DEFAULT 'open',
    user_id INT UNSIGNED NOT NULL,
    label VARCHAR(200) NOT NULL DEFAULT '',
    amount BIGINT NULL,
    currency CHAR(3) ${ascii} NULL,
    assignee_id INT UNSIGNED NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    due_at DATETIME(3) NOT NULL,
    decision ENUM('accepted', 'refused') NULL,
    decided_by INT UNSIGNED NULL,
    decided_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY cases_reference (reference),
    KEY cases_queue (state, due_at, id),
    KEY cases_kind (kind, state, due_at, id),
    KEY cases_assignee (assignee_id, state, due_at, id),
    KEY cases_of_user (user_id, id),
    CONSTRAINT cases_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT cases_assigned FOREIGN KEY (assignee_id) REFERENCES users (id),
    CONSTRAINT cases_decider FOREIGN KEY (decided_by) REFERENCES users (id),
    CONSTRAINT cases_decided CHECK ((state = 'decided') = (decision IS NOT NULL))
  ) ${table}`;

const links = `
  CREATE TABLE case_links (
    case_id BIGINT UNSIGNED NOT NULL,
    type ENUM('customer', 'payment', 'card', 'card_purchase', 'transaction', 'document') NOT NULL,
    target_id BIGINT UNSIGNED NOT NULL,
    label VARCHAR(200) NOT NULL,
    PRIMARY KEY (case_id, type, target_id),
    CONSTRAINT case_links_of FOREIGN KEY (case_id) REFERENCES cases (id)
  ) ${table}`;

/** `text` is what a person wrote; `text_key` names the bank's own words, with its values. */
const entries = `
  CREATE TABLE case_entries (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    case_id BIGINT UNSIGNED NOT NULL,
    kind ENUM('opened', 'message', 'question', 'news', 'decision', 'note', 'taken', 'put_back') NOT NULL,
    is_customer TINYINT(1) NOT NULL,
    author_id INT UNSIGNED NULL,
    text TEXT NULL,
    text_key VARCHAR(40) ${ascii} NULL,
    params TEXT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY case_entries_of (case_id, id),
    CONSTRAINT case_entries_case FOREIGN KEY (case_id) REFERENCES cases (id),
    CONSTRAINT case_entries_author FOREIGN KEY (author_id) REFERENCES users (id)
  ) ${table}`;

const files = `
  CREATE TABLE case_files (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    case_id BIGINT UNSIGNED NOT NULL,
    entry_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(200) NOT NULL,
    size INT UNSIGNED NOT NULL,
    media_type VARCHAR(40) ${ascii} NOT NULL,
    sha256 BINARY(32) NOT NULL,
    file CHAR(32) ${ascii} NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY case_files_file (file),
    KEY case_files_of (case_id, id),
    CONSTRAINT case_files_case FOREIGN KEY (case_id) REFERENCES cases (id),
    CONSTRAINT case_files_entry FOREIGN KEY (entry_id) REFERENCES case_entries (id)
  ) ${table}`;

/**
 * One for each disputed transaction, by its id in the customer's list. `request` is the id under which the card network
 * was asked; it is asked again at `ask_at` until it answers.
 */
const disputes = `
  CREATE TABLE disputes (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    case_id BIGINT UNSIGNED NOT NULL,
    user_id INT UNSIGNED NOT NULL,
    transaction_id BIGINT UNSIGNED NOT NULL,
    reason VARCHAR(20) ${ascii} NOT NULL,
    purchase_id BIGINT UNSIGNED NULL,
    payment_id BIGINT UNSIGNED NULL,
    amount BIGINT NOT NULL,
    currency CHAR(3) ${ascii} NOT NULL,
    state ENUM('open', 'asked', 'granted', 'represented', 'repaid', 'taken_back') NOT NULL DEFAULT 'open',
    asked BIGINT NULL,
    request VARCHAR(35) ${ascii} NULL,
    ask_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY disputes_case (case_id),
    UNIQUE KEY disputes_transaction (transaction_id),
    UNIQUE KEY disputes_request (request),
    KEY disputes_purchase (purchase_id),
    KEY disputes_of_user (user_id),
    KEY disputes_due (state, ask_at),
    CONSTRAINT disputes_of_case FOREIGN KEY (case_id) REFERENCES cases (id),
    CONSTRAINT disputes_by FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT disputes_of_purchase FOREIGN KEY (purchase_id) REFERENCES card_purchases (id),
    CONSTRAINT disputes_of_payment FOREIGN KEY (payment_id) REFERENCES payments (id)
  ) ${table}`;
