import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

/** In the order of `currencies` in libs/contracts, whose places give the ids: 600 and up. */
const currencies = (
  'EUR AUD BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY ' +
  'USD ZAR'
).split(' ');

export class PayByCard20261123130001 implements MigrationInterface {
  name = 'PayByCard20261123130001';

  /**
   * Cards that pay (the bank and the world, section 5): their delivery, limits and channels, the purchases that the card
   * network asks for, and what it books of each. A hold belongs to a payment or to a purchase.
   */
  async up(runner: QueryRunner): Promise<void> {
    await change(runner, 'accounts', (type) => type.replace(/\)$/, ",'card_settlement')"));
    await change(runner, 'transfers', (type) => type.replace(/\)$/, ",'card_refund')"));
    const rows = currencies.map(
      (currency, at) => `(${600 + at}, 'card_settlement', '${currency}', 'internal', UTC_TIMESTAMP(3))`,
    );
    await runner.query(
      `INSERT INTO accounts (id, kind, currency, account_type, created_at) VALUES ${rows.join(', ')}`,
    );
    await runner.query(cards);
    await runner.query(purchases);
    await runner.query(bookings);
    await runner.query(challenges);
    await runner.query(`
      ALTER TABLE holds MODIFY payment_id BIGINT UNSIGNED NULL,
        ADD card_purchase_id BIGINT UNSIGNED NULL AFTER payment_id,
        ADD UNIQUE KEY holds_purchase (card_purchase_id),
        ADD CONSTRAINT holds_of_purchase FOREIGN KEY (card_purchase_id) REFERENCES card_purchases (id),
        ADD CONSTRAINT holds_owner CHECK ((payment_id IS NULL) <> (card_purchase_id IS NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM holds WHERE card_purchase_id IS NOT NULL');
    await runner.query(`
      ALTER TABLE holds DROP CONSTRAINT holds_owner, DROP FOREIGN KEY holds_of_purchase, DROP KEY holds_purchase,
        DROP card_purchase_id, MODIFY payment_id BIGINT UNSIGNED NOT NULL`);
    await runner.query('DROP TABLE card_challenges');
    await runner.query('DROP TABLE card_bookings');
    await runner.query('DROP TABLE card_purchases');
    await runner.query(`
      ALTER TABLE cards DROP CONSTRAINT cards_ended, DROP KEY cards_replaced, DROP KEY cards_delivered, DROP delivery, DROP delivery_at,
        DROP ended, DROP replaces, DROP once, DROP number_key, DROP pin_digest, DROP pin_key, DROP pin_tries,
        DROP code_tries, DROP per_payment, DROP per_day, DROP per_month, DROP cash_per_day, DROP online,
        DROP contactless, DROP cash, DROP abroad`);
    await runner.query('DELETE FROM accounts WHERE id BETWEEN 600 AND 699');
    await change(runner, 'accounts', (type) => type.replace(",'card_settlement'", ''));
    await change(runner, 'transfers', (type) => type.replace(",'card_refund'", ''));
  }
}

/** Changes the values of the column `kind`, whatever values others have added. */
async function change(runner: QueryRunner, name: string, next: (type: string) => string): Promise<void> {
  const [found] = (await runner.query(
    `SELECT COLUMN_TYPE AS type FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND COLUMN_NAME = 'kind'`,
    [name],
  )) as { type: string }[];
  await runner.query(`ALTER TABLE ${name} MODIFY kind ${next(found?.type ?? '')} NOT NULL`);
}

/**
 * `status` stays what the holder sees and switches; `delivery` is where the plastic is, and `ended` why an inactive card is.
 * Limits that are null are the account's. A number's digest and encryption, and a PIN's, have the key that is named.
 */
const cards = `
  ALTER TABLE cards
    ADD delivery ENUM('none', 'ordered', 'shipped', 'activated') NOT NULL DEFAULT 'activated',
    ADD delivery_at DATETIME(3) NULL,
    ADD ended ENUM('lost', 'used') NULL,
    ADD replaces BIGINT UNSIGNED NULL,
    ADD once TINYINT(1) NOT NULL DEFAULT 0,
    ADD number_key TINYINT UNSIGNED NOT NULL DEFAULT 0,
    ADD pin_digest BINARY(32) NULL,
    ADD pin_key TINYINT UNSIGNED NULL,
    ADD pin_tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
    ADD code_tries TINYINT UNSIGNED NOT NULL DEFAULT 0,
    ADD per_payment BIGINT NULL,
    ADD per_day BIGINT NULL,
    ADD per_month BIGINT NULL,
    ADD cash_per_day BIGINT NULL,
    ADD online TINYINT(1) NOT NULL DEFAULT 1,
    ADD contactless TINYINT(1) NOT NULL DEFAULT 1,
    ADD cash TINYINT(1) NOT NULL DEFAULT 1,
    ADD abroad TINYINT(1) NOT NULL DEFAULT 1,
    ADD KEY cards_delivered (delivery, delivery_at, id),
    ADD UNIQUE KEY cards_replaced (replaces),
    ADD CONSTRAINT cards_ended CHECK (ended IS NULL OR status = 'inactive')`;

/**
 * One row for each purchase of the network, by the retrieval reference of its authorization; a reference that was reversed
 * before it came has no card. Amounts are minor units: `amount` and `cleared` of the purchase's currency, `reserved` (what
 * `amount` took of the account when it was approved) and `counted` (in limits) of the account's.
 */
const purchases = `
  CREATE TABLE card_purchases (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    reference VARCHAR(35) ${ascii} NOT NULL,
    card_id BIGINT UNSIGNED NULL,
    account_id BIGINT UNSIGNED NULL,
    state ENUM('new', 'declined', 'held', 'booked', 'reversed', 'expired') NOT NULL DEFAULT 'new',
    kind ENUM('purchase', 'cash', 'refund') NULL,
    channel ENUM('online', 'contactless', 'chip', 'stripe') NULL,
    code CHAR(2) ${ascii} NULL,
    reason VARCHAR(20) ${ascii} NULL,
    approval_code CHAR(6) ${ascii} NULL,
    amount BIGINT NOT NULL DEFAULT 0,
    currency CHAR(3) ${ascii} NULL,
    cleared BIGINT NOT NULL DEFAULT 0,
    reversed BIGINT NOT NULL DEFAULT 0,
    charged_back BIGINT NOT NULL DEFAULT 0,
    reserved BIGINT NOT NULL DEFAULT 0,
    counted BIGINT NOT NULL DEFAULT 0,
    authenticated TINYINT(1) NOT NULL DEFAULT 0,
    merchant_id VARCHAR(35) NULL,
    merchant_name VARCHAR(70) NULL,
    merchant_city VARCHAR(50) NULL,
    merchant_country CHAR(2) ${ascii} NULL,
    category CHAR(4) ${ascii} NULL,
    expires_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY card_purchases_reference (reference),
    KEY card_purchases_account (account_id, created_at, id),
    KEY card_purchases_card (card_id, id),
    KEY card_purchases_due (state, expires_at, id),
    CONSTRAINT card_purchases_by FOREIGN KEY (card_id) REFERENCES cards (id),
    CONSTRAINT card_purchases_amounts CHECK (amount >= 0 AND cleared >= 0 AND reversed >= 0 AND reserved >= 0
      AND counted >= 0 AND charged_back BETWEEN 0 AND cleared)
  ) ${table}`;

/** What the network booked of a purchase, once by its own retrieval reference; `owed` is what the account did not cover. */
const bookings = `
  CREATE TABLE card_bookings (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    reference VARCHAR(35) ${ascii} NOT NULL,
    purchase_id BIGINT UNSIGNED NOT NULL,
    account_id BIGINT UNSIGNED NOT NULL,
    kind ENUM('clearing', 'refund', 'chargeback', 'chargeback_reversal') NOT NULL,
    amount BIGINT NOT NULL,
    currency CHAR(3) ${ascii} NOT NULL,
    worth BIGINT NOT NULL,
    markup BIGINT NOT NULL,
    owed BIGINT NOT NULL DEFAULT 0,
    transfer_id BIGINT UNSIGNED NULL,
    markup_transfer_id BIGINT UNSIGNED NULL,
    settlement_day DATE NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY card_bookings_reference (reference),
    UNIQUE KEY card_bookings_transfer (transfer_id),
    KEY card_bookings_purchase (purchase_id, id),
    KEY card_bookings_settled (settlement_day, id),
    KEY card_bookings_owed (owed, id),
    CONSTRAINT card_bookings_of FOREIGN KEY (purchase_id) REFERENCES card_purchases (id),
    CONSTRAINT card_bookings_posting FOREIGN KEY (transfer_id) REFERENCES transfers (id),
    CONSTRAINT card_bookings_amounts CHECK (amount > 0 AND worth >= 0 AND markup >= 0 AND owed >= 0)
  ) ${table}`;

/** Online payments that their holder is asked about; one that was approved is used once, for the same payment. */
const challenges = `
  CREATE TABLE card_challenges (
    id CHAR(32) ${ascii} NOT NULL PRIMARY KEY,
    card_id BIGINT UNSIGNED NOT NULL,
    state ENUM('asked', 'approved', 'refused', 'used') NOT NULL DEFAULT 'asked',
    amount BIGINT NOT NULL,
    currency CHAR(3) ${ascii} NOT NULL,
    merchant_id VARCHAR(35) NOT NULL,
    merchant_name VARCHAR(70) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY card_challenges_card (card_id, created_at),
    CONSTRAINT card_challenges_of FOREIGN KEY (card_id) REFERENCES cards (id)
  ) ${table}`;
