import type { MigrationInterface, QueryRunner } from 'typeorm';

const currency = "currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'EUR'";

export class ReconcileCurrencies20261123150001 implements MigrationInterface {
  name = 'ReconcileCurrencies20261123150001';

  /** Statements of the settlement accounts in other currencies: one of each day and currency is in force. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE settlement_statements
        ADD COLUMN ${currency} AFTER message_id,
        DROP KEY settlement_statements_in_force,
        ADD UNIQUE KEY settlement_statements_in_force (in_force, currency)`);
    await runner.query(`
      ALTER TABLE reconciliation_differences
        ADD COLUMN ${currency} AFTER day,
        DROP KEY reconciliation_differences_day,
        ADD KEY reconciliation_differences_day (day, currency, id)`);
    await runner.query(`ALTER TABLE reconciliation_open ADD COLUMN ${currency}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reconciliation_open DROP COLUMN currency');
    await runner.query(`
      ALTER TABLE reconciliation_differences
        DROP KEY reconciliation_differences_day,
        DROP COLUMN currency,
        ADD KEY reconciliation_differences_day (day, id)`);
    await runner.query(`DELETE FROM settlement_statements WHERE currency <> 'EUR'`);
    await runner.query(`
      ALTER TABLE settlement_statements
        DROP KEY settlement_statements_in_force,
        DROP COLUMN currency,
        ADD UNIQUE KEY settlement_statements_in_force (in_force)`);
  }
}
