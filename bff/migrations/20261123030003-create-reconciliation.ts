import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';
const binary = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

export class CreateReconciliation20261123030003 implements MigrationInterface {
  name = 'CreateReconciliation20261123030003';

  /**
   * The counterpart's statements of the settlement account, the newest of each day `in_force`, with their entries; where
   * the work on one stopped (`progress`); and the differences from the bank's own entries, each once.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE settlement_statements (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        message_id VARCHAR(35) ${ascii} NOT NULL,
        day DATE NOT NULL,
        in_force DATE NULL,
        file CHAR(32) ${ascii} NOT NULL,
        created_at DATETIME(3) NOT NULL,
        ends_at DATETIME(3) NOT NULL,
        opening BIGINT NOT NULL,
        closing BIGINT NOT NULL,
        net BIGINT NOT NULL,
        own_opening BIGINT NULL,
        own_closing BIGINT NULL,
        entries INT UNSIGNED NOT NULL,
        state ENUM('storing', 'comparing', 'done') NOT NULL DEFAULT 'storing',
        progress VARCHAR(200) ${binary} NOT NULL DEFAULT '',
        received_at DATETIME(3) NOT NULL,
        UNIQUE KEY settlement_statements_in_force (in_force),
        KEY settlement_statements_state (state, id),
        KEY settlement_statements_day (day, id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE settlement_statement_entries (
        statement_id BIGINT UNSIGNED NOT NULL,
        number INT UNSIGNED NOT NULL,
        transaction_id VARCHAR(35) ${binary} NOT NULL,
        amount BIGINT NOT NULL,
        PRIMARY KEY (statement_id, number),
        KEY settlement_statement_entries_payment (transaction_id),
        KEY settlement_statement_entries_order (statement_id, transaction_id),
        CONSTRAINT settlement_statement_entries_of FOREIGN KEY (statement_id) REFERENCES settlement_statements (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE reconciliation_differences (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        day DATE NOT NULL,
        kind ENUM('missing_here', 'missing_there', 'amount', 'opening', 'closing') NOT NULL,
        subject VARCHAR(35) ${binary} NOT NULL,
        here BIGINT NOT NULL,
        there BIGINT NOT NULL,
        UNIQUE KEY reconciliation_differences_subject (kind, subject),
        KEY reconciliation_differences_day (day, id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE reconciliation_open (
        transaction_id VARCHAR(35) ${binary} NOT NULL PRIMARY KEY,
        since DATE NOT NULL
      ) ${table}`);
    await runner.query('ALTER TABLE incoming_credits ADD KEY incoming_credits_payment (transaction_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE incoming_credits DROP KEY incoming_credits_payment');
    for (const name of [
      'reconciliation_open',
      'reconciliation_differences',
      'settlement_statement_entries',
    ]) {
      await runner.query(`DROP TABLE ${name}`);
    }
    await runner.query('DROP TABLE settlement_statements');
  }
}
