import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const tables = ['statements', 'statement_files'];

export class CreateStatements20261122170001 implements MigrationInterface {
  name = 'CreateStatements20261122170001';

  /**
   * The figures of an account's finished Paris month, in minor units, with its holder at the time of the first request;
   * and the files made of it, each stored once: `file` is a name in the documents' folder. Both are append-only.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE statements (
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
      ) ${table}`);
    await runner.query(`
      CREATE TABLE statement_files (
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
      ) ${table}`);
    for (const name of tables) {
      for (const change of ['UPDATE', 'DELETE']) {
        await runner.query(`
          CREATE TRIGGER ${name}_refuses_${change.toLowerCase()} BEFORE ${change} ON ${name}
          FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${name} only grows'`);
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE statement_files');
    await runner.query('DROP TABLE statements');
  }
}
