import type { MigrationInterface, QueryRunner } from 'typeorm';

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';
const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateRates20261123060002 implements MigrationInterface {
  name = 'CreateRates20261123060002';

  /** Reference rates by day, each correction a new version; rates are units for one euro, times 10^8. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rate_sets (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        day DATE NOT NULL,
        version SMALLINT UNSIGNED NOT NULL,
        source VARCHAR(80) NOT NULL,
        fetched_at DATETIME(3) NOT NULL,
        UNIQUE KEY rate_sets_day (day, version)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE rates (
        set_id INT UNSIGNED NOT NULL,
        currency CHAR(3) ${ascii} NOT NULL,
        rate BIGINT UNSIGNED NOT NULL,
        is_held TINYINT(1) NOT NULL DEFAULT 0,
        PRIMARY KEY (set_id, currency),
        CONSTRAINT rates_of_set FOREIGN KEY (set_id) REFERENCES rate_sets (id),
        CONSTRAINT rates_positive CHECK (rate > 0)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rates');
    await runner.query('DROP TABLE rate_sets');
  }
}
