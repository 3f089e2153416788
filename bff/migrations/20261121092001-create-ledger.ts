import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateLedger20261121092001 implements MigrationInterface {
  name = 'CreateLedger20261121092001';

  /** Amounts are minor units. Constraints repeat the rules of the ledger, so that no program can bypass them. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(accounts);
    await runner.query(`
      INSERT INTO accounts (id, kind, currency, account_type, created_at) VALUES
        (1, 'funding', 'EUR', 'internal', UTC_TIMESTAMP(3)),
        (2, 'fees', 'EUR', 'internal', UTC_TIMESTAMP(3)),
        (3, 'adjustment', 'EUR', 'internal', UTC_TIMESTAMP(3)),
        (4, 'outside', 'EUR', 'internal', UTC_TIMESTAMP(3))`);
    await runner.query(transfers);
    await runner.query(entries);
    for (const name of ['transfers', 'entries']) {
      for (const change of ['UPDATE', 'DELETE']) {
        await runner.query(`
          CREATE TRIGGER ${name}_refuses_${change.toLowerCase()} BEFORE ${change} ON ${name}
          FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${name} only grows'`);
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE entries');
    await runner.query('DROP TABLE transfers');
    await runner.query('DROP TABLE accounts');
  }
}

const accounts = `
  CREATE TABLE accounts (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NULL,
    kind ENUM('customer', 'funding', 'fees', 'adjustment', 'outside') NOT NULL,
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
    UNIQUE KEY accounts_user (user_id, currency),
    UNIQUE KEY accounts_iban (iban),
    CONSTRAINT accounts_of_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT accounts_owner CHECK ((kind = 'customer') = (user_id IS NOT NULL)),
    CONSTRAINT accounts_funds CHECK (kind <> 'customer' OR balance - held >= -overdraft_limit),
    CONSTRAINT accounts_held CHECK (held >= 0),
    CONSTRAINT accounts_limits CHECK (
      overdraft_limit >= 0 AND transfer_limit >= 0 AND withdrawal_limit >= 0 AND card_limit >= 0
    )
  ) ${table} AUTO_INCREMENT = 1001`;

/** `created_by` is not a foreign key: its check would lock the user's row in every movement of money. */
const transfers = `
  CREATE TABLE transfers (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    reference VARCHAR(20) NOT NULL,
    kind ENUM('deposit', 'transfer', 'payment', 'card', 'withdrawal', 'fee', 'adjustment') NOT NULL,
    description VARCHAR(200) NOT NULL,
    created_by INT UNSIGNED NULL,
    request_id VARCHAR(64) NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY transfers_reference (reference),
    KEY transfers_time (created_at)
  ) ${table}`;

const entries = `
  CREATE TABLE entries (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    transfer_id BIGINT UNSIGNED NOT NULL,
    account_id BIGINT UNSIGNED NOT NULL,
    amount BIGINT NOT NULL,
    balance_after BIGINT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY entries_account (account_id, id),
    KEY entries_account_time (account_id, created_at, id),
    CONSTRAINT entries_of_transfer FOREIGN KEY (transfer_id) REFERENCES transfers (id),
    CONSTRAINT entries_of_account FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT entries_amount CHECK (amount <> 0)
  ) ${table}`;
