import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCards20261121092003 implements MigrationInterface {
  name = 'CreateCards20261121092003';

  /** The number is stored encrypted; its keyed digest keeps it unique without being readable. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE cards (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        account_id BIGINT UNSIGNED NOT NULL,
        type ENUM('standard', 'premium', 'elite') NOT NULL DEFAULT 'standard',
        brand ENUM('VISA', 'Mastercard') NOT NULL DEFAULT 'VISA',
        status ENUM('active', 'blocked', 'inactive') NOT NULL DEFAULT 'active',
        \`virtual\` TINYINT(1) NOT NULL DEFAULT 0,
        number_encrypted VARBINARY(64) NOT NULL,
        number_digest BINARY(32) NOT NULL,
        last_four CHAR(4) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        expiry_date DATE NOT NULL,
        last_used_at DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY cards_number (number_digest),
        KEY cards_account (account_id, id),
        CONSTRAINT cards_of_account FOREIGN KEY (account_id) REFERENCES accounts (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE cards');
  }
}
