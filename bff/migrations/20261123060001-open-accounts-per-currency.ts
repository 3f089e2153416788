import type { MigrationInterface, QueryRunner } from 'typeorm';

const owners = `'customer', 'funding', 'fees', 'adjustment', 'outside', 'settlement', 'suspense'`;
const kinds = `'deposit', 'transfer', 'payment', 'card', 'withdrawal', 'fee', 'adjustment', 'reversal', 'credit', 'debit'`;

/** In the order of `currencies` in libs/contracts, whose places give the ids: 100 and up, 200 and up. */
const currencies = [
  ...[
    'EUR',
    'AUD',
    'BRL',
    'CAD',
    'CHF',
    'CNY',
    'CZK',
    'DKK',
    'GBP',
    'HKD',
    'HUF',
    'IDR',
    'ILS',
    'INR',
    'ISK',
  ],
  ...[
    'JPY',
    'KRW',
    'MXN',
    'MYR',
    'NOK',
    'NZD',
    'PHP',
    'PLN',
    'RON',
    'SEK',
    'SGD',
    'THB',
    'TRY',
    'USD',
    'ZAR',
  ],
];

export class OpenAccountsPerCurrency20261123060001 implements MigrationInterface {
  name = 'OpenAccountsPerCurrency20261123060001';

  /**
   * Accounts that their customers open and close (the bank and the world, section 2), and the bank's position and its
   * income of exchanges in each currency.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts MODIFY kind ENUM(${owners}, 'position', 'exchange_income') NOT NULL,
        ADD closed_at DATETIME(3) NULL,
        ADD CONSTRAINT accounts_closed CHECK (closed_at IS NULL OR (balance = 0 AND held = 0))`);
    const rowsOf = (first: number, kind: string) =>
      currencies.map(
        (currency, at) => `(${first + at}, '${kind}', '${currency}', 'internal', UTC_TIMESTAMP(3))`,
      );
    await runner.query(`
      INSERT INTO accounts (id, kind, currency, account_type, created_at)
      VALUES ${[...rowsOf(100, 'position'), ...rowsOf(200, 'exchange_income')].join(', ')}`);
    await runner.query(`ALTER TABLE transfers MODIFY kind ENUM(${kinds}, 'exchange') NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM accounts WHERE id BETWEEN 100 AND 299');
    await runner.query(`
      ALTER TABLE accounts DROP CONSTRAINT accounts_closed, DROP closed_at, MODIFY kind ENUM(${owners}) NOT NULL`);
    await runner.query(`ALTER TABLE transfers MODIFY kind ENUM(${kinds}) NOT NULL`);
  }
}
