import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each total is spread over this many rows, so that concurrent sign-ups or payments seldom wait for each other. */
const shards = 8;

/** The last Sunday of a month of 31 days, when Paris changes its clocks at 01:00 UTC. */
const clockChange = (at: string, month: string) =>
  `TIMESTAMP(CONCAT(YEAR(${at}), '-${month}-31'), '01:00:00')
    - INTERVAL (DAYOFWEEK(CONCAT(YEAR(${at}), '-${month}-31')) - 1) DAY`;

/** The Paris day of a moment in UTC, computed because not every server has the named time zones. */
const parisDay = (at: string) =>
  `DATE(${at} + INTERVAL IF(${at} >= ${clockChange(at, '03')} AND ${at} < ${clockChange(at, '10')}, 2, 1) HOUR)`;

/** A digit for each filter of the list of users; accounts store it too, for the order by balance. */
const groupNumber = (person: string) =>
  `IF(${person}.deleted_at IS NULL, ${person}.role * 100 + ${person}.status * 10 + ${person}.kyc_status, NULL)`;

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateTotals20261121201002 implements MigrationInterface {
  name = 'CreateTotals20261121201002';

  /**
   * Totals that would otherwise need a full scan. Triggers update them in the transaction that changes a row, so they
   * are always exact.
   */
  async up(runner: QueryRunner): Promise<void> {
    await this.ofPayments(runner);
    await this.ofPeople(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of [
      'payments_counted',
      'payments_recounted',
      'users_counted',
      'users_recounted',
      'accounts_grouped',
    ]) {
      await runner.query(`DROP TRIGGER ${name}`);
    }
    for (const name of ['payment_totals', 'people_totals', 'sign_ups']) {
      await runner.query(`DROP TABLE ${name}`);
    }
    await runner.query(`
      ALTER TABLE accounts DROP KEY accounts_by_balance, DROP COLUMN owner_group,
        ADD KEY accounts_by_balance (currency, balance, user_id)`);
  }

  /** By the Paris day of the order: the number and the amount, in minor units, of each state. */
  private async ofPayments(runner: QueryRunner): Promise<void> {
    const states = ['pending', 'completed', 'failed'];
    const columns = states.flatMap((state) => [`${state}`, `${state}_amount`]);
    await runner.query(`
      CREATE TABLE payment_totals (
        day DATE NOT NULL,
        shard TINYINT UNSIGNED NOT NULL,
        ${columns.map((column) => `${column} BIGINT NOT NULL DEFAULT 0`).join(', ')},
        PRIMARY KEY (day, shard)
      ) ${table}`);
    await runner.query(`
      INSERT INTO payment_totals
      SELECT ${parisDay('created_at')} AS day, account_id % ${shards} AS shard,
        ${states.map((state) => `SUM(status = '${state}'), SUM(IF(status = '${state}', amount, 0))`).join(', ')}
      FROM payments GROUP BY day, shard`);
    await runner.query(`
      CREATE TRIGGER payments_counted AFTER INSERT ON payments FOR EACH ROW
      INSERT INTO payment_totals
      VALUES (${parisDay('NEW.created_at')}, NEW.account_id % ${shards},
        ${states.map((state) => `NEW.status = '${state}', IF(NEW.status = '${state}', NEW.amount, 0)`).join(', ')})
      ON DUPLICATE KEY UPDATE ${columns.map((column) => `${column} = ${column} + VALUES(${column})`).join(', ')}`);
    const change = (state: string) => `((NEW.status = '${state}') - (OLD.status = '${state}'))`;
    await runner.query(`
      CREATE TRIGGER payments_recounted AFTER UPDATE ON payments FOR EACH ROW
      IF NEW.status <> OLD.status THEN
        UPDATE payment_totals
        SET ${states
          .map(
            (state) =>
              `${state} = ${state} + ${change(state)},
               ${state}_amount = ${state}_amount + ${change(state)} * NEW.amount`,
          )
          .join(', ')}
        WHERE day = ${parisDay('NEW.created_at')} AND shard = NEW.account_id % ${shards};
      END IF`);
  }

  /** The number of users by the filters of their list, and of sign-ups by day, deleted users included. */
  private async ofPeople(runner: QueryRunner): Promise<void> {
    const group = `
      role ENUM('user', 'admin') NOT NULL,
      status ENUM('active', 'inactive') NOT NULL,
      kyc_status ENUM('pending', 'approved', 'rejected') NOT NULL`;
    await runner.query(`
      CREATE TABLE people_totals (${group}, shard TINYINT UNSIGNED NOT NULL, people INT NOT NULL DEFAULT 0,
        PRIMARY KEY (role, status, kyc_status, shard)) ${table}`);
    await runner.query(`
      CREATE TABLE sign_ups (day DATE NOT NULL, shard TINYINT UNSIGNED NOT NULL, people INT NOT NULL,
        PRIMARY KEY (day, shard)) ${table}`);
    await runner.query(`
      INSERT INTO people_totals
      SELECT role, status, kyc_status, id % ${shards} AS shard, COUNT(*) FROM users WHERE deleted_at IS NULL
      GROUP BY role, status, kyc_status, shard`);
    await runner.query(`
      INSERT INTO sign_ups
      SELECT ${parisDay('created_at')} AS day, id % ${shards} AS shard, COUNT(*) FROM users GROUP BY day, shard`);
    // The index is created last, since sorting once is faster than inserting row by row.
    await runner.query(
      'ALTER TABLE accounts ADD COLUMN owner_group SMALLINT UNSIGNED NULL, DROP KEY accounts_by_balance',
    );
    await runner.query(
      `UPDATE accounts a JOIN users u ON u.id = a.user_id SET a.owner_group = ${groupNumber('u')}`,
    );
    await runner.query(
      'ALTER TABLE accounts ADD KEY accounts_by_balance (currency, owner_group, balance, user_id)',
    );
    await runner.query(`
      CREATE TRIGGER accounts_grouped BEFORE INSERT ON accounts FOR EACH ROW
      SET NEW.owner_group = (SELECT ${groupNumber('u')} FROM users u WHERE u.id = NEW.user_id)`);
    const added = (row: string, people: string) => `
      INSERT INTO people_totals VALUES (${row}.role, ${row}.status, ${row}.kyc_status, ${row}.id % ${shards}, ${people})
      ON DUPLICATE KEY UPDATE people = people + VALUES(people);`;
    await runner.query(`
      CREATE TRIGGER users_counted AFTER INSERT ON users FOR EACH ROW
      BEGIN
        INSERT INTO sign_ups VALUES (${parisDay('NEW.created_at')}, NEW.id % ${shards}, 1)
        ON DUPLICATE KEY UPDATE people = people + 1;
        ${added('NEW', 'NEW.deleted_at IS NULL')}
      END`);
    await runner.query(`
      CREATE TRIGGER users_recounted AFTER UPDATE ON users FOR EACH ROW
      IF (NEW.role, NEW.status, NEW.kyc_status, NEW.deleted_at IS NULL)
        <> (OLD.role, OLD.status, OLD.kyc_status, OLD.deleted_at IS NULL)
      THEN
        UPDATE accounts SET owner_group = ${groupNumber('NEW')} WHERE user_id = NEW.id;
        ${added('OLD', '-(OLD.deleted_at IS NULL)')}
        ${added('NEW', 'NEW.deleted_at IS NULL')}
      END IF`);
  }
}
