import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The accounts that very many movements touch, in the order of `stripedAccounts`; each gets 15 more rows. */
const striped = [1, 2, 4, 6, 5, 600, 100, 200, 328, 628, 128, 228, 308, 608, 108, 208, 304, 604, 104, 204];
const further = 15;
const firstStripe = 701;

export class StripeBankAccounts20261127130001 implements MigrationInterface {
  name = 'StripeBankAccounts20261127130001';

  /** A movement locks one of 16 rows of such an account instead of the one row that all movements wait for. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [place, account] of striped.entries()) {
      const ids = Array.from(
        { length: further },
        (_, nth) => `SELECT ${firstStripe + place * further + nth} AS id`,
      );
      await runner.query(`
        INSERT INTO accounts (id, kind, currency, account_type, created_at)
        SELECT stripes.id, kind, currency, account_type, UTC_TIMESTAMP(3)
        FROM accounts JOIN (${ids.join(' UNION ALL ')}) stripes WHERE accounts.id = ${account}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM accounts WHERE id BETWEEN ${firstStripe} AND 1000`);
  }
}
