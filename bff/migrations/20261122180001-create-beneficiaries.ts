import type { MigrationInterface, QueryRunner } from 'typeorm';

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';
const withoutSeparators = [' ', '.', '-', '(0)', '(', ')'].reduce(
  (sql, separator) => `REPLACE(${sql}, '${separator}', '')`,
  `REPLACE(phone, '\t', '')`,
);

export class CreateBeneficiaries20261122180001 implements MigrationInterface {
  name = 'CreateBeneficiaries20261122180001';

  /**
   * The address book, whether a customer is found by e-mail or telephone, and telephone numbers in one notation
   * (E.164, French without a country code), to find them by.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE beneficiaries (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        name VARCHAR(140) NOT NULL,
        account VARCHAR(34) ${ascii} NOT NULL,
        bic VARCHAR(11) ${ascii} NOT NULL DEFAULT '',
        country CHAR(2) ${ascii} NOT NULL,
        currency CHAR(3) ${ascii} NOT NULL,
        label VARCHAR(60) NULL,
        trusted TINYINT(1) NOT NULL DEFAULT 0,
        last_used_at DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY beneficiaries_account (user_id, account, bic),
        CONSTRAINT beneficiaries_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    await runner.query(`
      ALTER TABLE preferences
        ADD found_by_email TINYINT(1) NOT NULL DEFAULT 1,
        ADD found_by_phone TINYINT(1) NOT NULL DEFAULT 1`);
    await runner.query(`
      ALTER TABLE users
        ADD phone_digits VARCHAR(30) AS (${withoutSeparators}) VIRTUAL,
        ADD phone_key VARCHAR(34) AS (CASE
          WHEN deleted_at IS NOT NULL OR phone_digits = '' THEN NULL
          WHEN phone_digits LIKE '00%' THEN CONCAT('+', SUBSTRING(phone_digits, 3))
          WHEN phone_digits LIKE '0%' THEN CONCAT('+33', SUBSTRING(phone_digits, 2))
          ELSE phone_digits END) VIRTUAL,
        ADD KEY users_phone (phone_key)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP KEY users_phone, DROP phone_key, DROP phone_digits');
    await runner.query('ALTER TABLE preferences DROP found_by_email, DROP found_by_phone');
    await runner.query('DROP TABLE beneficiaries');
  }
}
