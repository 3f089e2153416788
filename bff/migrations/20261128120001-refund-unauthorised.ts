import type { MigrationInterface, QueryRunner } from 'typeorm';

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';
const kinds = `'customer', 'funding', 'fees', 'adjustment', 'outside', 'settlement', 'suspense', 'position', 'exchange_income', 'card_settlement'`;

/** In the order of `currencies` in libs/contracts: places give the ids, 10 and up. */
const currencies = (
  'EUR AUD BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ' +
  'ZAR'
).split(' ');

export class RefundUnauthorised20261128120001 implements MigrationInterface {
  name = 'RefundUnauthorised20261128120001';

  /**
   * What the bank pays of its own money for transactions that their holder did not authorise (Directive (EU) 2015/2366, article
   * 73): an account of its losses in each currency, and one refund for each dispute, of which `recovered` came back since.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts MODIFY kind ENUM(${kinds}, 'losses') NOT NULL`);
    const rows = currencies.map(
      (code, at) => `(${10 + at}, 'losses', '${code}', 'internal', UTC_TIMESTAMP(3))`,
    );
    await runner.query(
      `INSERT INTO accounts (id, kind, currency, account_type, created_at) VALUES ${rows.join(', ')}`,
    );
    await runner.query(`
      CREATE TABLE dispute_refunds (
        dispute_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        account_id BIGINT UNSIGNED NOT NULL,
        amount BIGINT NOT NULL,
        currency CHAR(3) ${ascii} NOT NULL,
        recovered BIGINT NOT NULL DEFAULT 0,
        state ENUM('paid', 'taken_back') NOT NULL DEFAULT 'paid',
        transfer_id BIGINT UNSIGNED NOT NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY dispute_refunds_transfer (transfer_id),
        KEY dispute_refunds_of_user (user_id),
        CONSTRAINT dispute_refunds_of FOREIGN KEY (dispute_id) REFERENCES disputes (id),
        CONSTRAINT dispute_refunds_to FOREIGN KEY (user_id) REFERENCES users (id),
        CONSTRAINT dispute_refunds_account FOREIGN KEY (account_id) REFERENCES accounts (id),
        CONSTRAINT dispute_refunds_by FOREIGN KEY (transfer_id) REFERENCES transfers (id),
        CONSTRAINT dispute_refunds_rest CHECK (recovered >= 0 AND recovered <= amount)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE dispute_refunds');
    await runner.query(`DELETE FROM accounts WHERE kind = 'losses'`);
    await runner.query(`ALTER TABLE accounts MODIFY kind ENUM(${kinds}) NOT NULL`);
  }
}
