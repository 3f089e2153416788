import type { MigrationInterface, QueryRunner } from 'typeorm';

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class CreateExchangeQuotes20261123060003 implements MigrationInterface {
  name = 'CreateExchangeQuotes20261123060003';

  /** Quotes and what came of them; amounts are minor units of their currency, rates as in `rates`. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE exchange_quotes (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        sell_currency CHAR(3) ${ascii} NOT NULL,
        buy_currency CHAR(3) ${ascii} NOT NULL,
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
        KEY exchange_quotes_unused (used_at, expires_at),
        UNIQUE KEY exchange_quotes_transfer (transfer_id),
        CONSTRAINT exchange_quotes_of_user FOREIGN KEY (user_id) REFERENCES users (id),
        CONSTRAINT exchange_quotes_of_transfer FOREIGN KEY (transfer_id) REFERENCES transfers (id),
        CONSTRAINT exchange_quotes_used CHECK ((used_at IS NULL) = (transfer_id IS NULL)),
        CONSTRAINT exchange_quotes_amounts CHECK (sell_amount > 0 AND buy_amount > 0 AND worth >= buy_amount)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE exchange_quotes');
  }
}
