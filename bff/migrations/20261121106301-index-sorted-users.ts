import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One index for each order of the list of users, without deleted ones; InnoDB appends the id to each. */
const indexes = {
  users_by_id: 'users (deleted_at, id)',
  users_by_last_name: 'users (deleted_at, last_name, first_name)',
  users_by_first_name: 'users (deleted_at, first_name, last_name)',
  users_by_email: 'users (deleted_at, email)',
  users_by_username: 'users (deleted_at, username)',
  users_by_creation: 'users (deleted_at, created_at)',
  accounts_by_balance: 'accounts (currency, balance, user_id)',
};

export class IndexSortedUsers20261121106301 implements MigrationInterface {
  name = 'IndexSortedUsers20261121106301';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(indexes)) {
      await runner.query(`CREATE INDEX ${name} ON ${columns}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(indexes)) {
      await runner.query(`DROP INDEX ${name} ON ${columns.split(' ')[0]}`);
    }
  }
}
