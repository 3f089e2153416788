import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBalanceSnapshots20261121100003 implements MigrationInterface {
  name = 'CreateBalanceSnapshots20261121100003';

  /** The balance of each account at the end of each Paris day, in minor units; `ends_at` is that end in UTC. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE balance_snapshots (
        account_id BIGINT UNSIGNED NOT NULL,
        day DATE NOT NULL,
        ends_at DATETIME(3) NOT NULL,
        balance BIGINT NOT NULL,
        PRIMARY KEY (account_id, day),
        KEY balance_snapshots_day (day),
        CONSTRAINT balance_snapshots_of_account FOREIGN KEY (account_id) REFERENCES accounts (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE balance_snapshots');
  }
}
