import type { MigrationInterface, QueryRunner } from 'typeorm';

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

/** In the order of `currencies` in libs/contracts, the euro at place 0: places give the ids, 300, 400 and 500 and up. */
const currencies = (
  'AUD BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ' +
  'ZAR'
).split(' ');

export class SendPaymentsAnywhere20261123070001 implements MigrationInterface {
  name = 'SendPaymentsAnywhere20261123070001';

  /**
   * Payments in other currencies: where they go, what they are worth in euros (cents; null in euros) and in whose limits
   * they count; the bank's money at its correspondent, its fees and its suspense in each currency.
   */
  async up(runner: QueryRunner): Promise<void> {
    const rowsOf = (first: number, kind: string) =>
      currencies.map(
        (currency, at) => `(${first + 1 + at}, '${kind}', '${currency}', 'internal', UTC_TIMESTAMP(3))`,
      );
    await runner.query(`
      INSERT INTO accounts (id, kind, currency, account_type, created_at)
      VALUES ${[...rowsOf(300, 'settlement'), ...rowsOf(400, 'fees'), ...rowsOf(500, 'suspense')].join(', ')}`);
    await runner.query(`
      ALTER TABLE payments
        ADD worth BIGINT NULL,
        ADD limit_account_id BIGINT UNSIGNED NULL,
        ADD uetr CHAR(36) ${ascii} NULL,
        ADD recipient_country CHAR(2) ${ascii} NULL,
        ADD recipient_bic VARCHAR(11) ${ascii} NULL,
        ADD recipient_clearing_code VARCHAR(20) ${ascii} NULL,
        ADD recipient_address VARCHAR(600) NULL,
        ADD fee_transfer_id BIGINT UNSIGNED NULL,
        ADD UNIQUE KEY payments_uetr (uetr),
        ADD KEY payments_limited (limit_account_id, created_at),
        ADD CONSTRAINT payments_of_limit FOREIGN KEY (limit_account_id) REFERENCES accounts (id),
        ADD CONSTRAINT payments_fee_of FOREIGN KEY (fee_transfer_id) REFERENCES transfers (id),
        ADD CONSTRAINT payments_worth CHECK ((worth IS NULL) = (currency = 'EUR')
          AND (worth IS NULL) = (limit_account_id IS NULL))`);
    await runner.query(`
      ALTER TABLE beneficiaries ADD clearing_code VARCHAR(20) ${ascii} NULL, ADD address VARCHAR(600) NULL`);
    await this.count(runner, ['NEW.amount', 'COALESCE(NEW.worth, NEW.amount)']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.count(runner, ['COALESCE(NEW.worth, NEW.amount)', 'NEW.amount']);
    await runner.query('ALTER TABLE beneficiaries DROP clearing_code, DROP address');
    await runner.query(`
      ALTER TABLE payments DROP CONSTRAINT payments_of_limit, DROP CONSTRAINT payments_fee_of,
        DROP CONSTRAINT payments_worth, DROP KEY payments_uetr, DROP KEY payments_limited, DROP worth,
        DROP limit_account_id, DROP uetr, DROP recipient_country, DROP recipient_bic, DROP recipient_clearing_code,
        DROP recipient_address, DROP fee_transfer_id`);
    await runner.query('DELETE FROM accounts WHERE id BETWEEN 300 AND 599');
  }

  /** The totals are of euros: their triggers count a payment by its worth. */
  private async count(runner: QueryRunner, [from, to]: [string, string]): Promise<void> {
    for (const [name, event] of [
      ['payments_counted', 'INSERT'],
      ['payments_recounted', 'UPDATE'],
    ] as const) {
      const [trigger] = (await runner.query(
        `SELECT ACTION_STATEMENT AS body FROM information_schema.TRIGGERS
         WHERE TRIGGER_SCHEMA = DATABASE() AND TRIGGER_NAME = '${name}'`,
      )) as { body: string }[];
      const body = trigger?.body.replaceAll(from, to);
      if (!body?.includes(to)) throw new Error(`the trigger ${name} is not as expected`);
      await runner.query(`CREATE OR REPLACE TRIGGER ${name} AFTER ${event} ON payments FOR EACH ROW ${body}`);
    }
  }
}
