import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateSanctions20261123070002 implements MigrationInterface {
  name = 'CreateSanctions20261123070002';

  /** Sanctions lists as they were fetched, and what payments were found to be like on them. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sanctions_lists (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        started_at DATETIME(3) NOT NULL,
        completed_at DATETIME(3) NULL,
        entries INT UNSIGNED NOT NULL DEFAULT 0
      ) ${table}`);
    await runner.query(`
      CREATE TABLE sanctions_entries (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        list_id INT UNSIGNED NOT NULL,
        entry VARCHAR(120) NOT NULL,
        name VARCHAR(300) NOT NULL,
        aliases MEDIUMTEXT NOT NULL,
        countries VARCHAR(120) NOT NULL,
        programs VARCHAR(300) NOT NULL,
        KEY sanctions_entries_list (list_id, id),
        CONSTRAINT sanctions_entries_of_list FOREIGN KEY (list_id) REFERENCES sanctions_lists (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE payment_findings (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        payment_id BIGINT UNSIGNED NOT NULL,
        entry VARCHAR(120) NOT NULL,
        name VARCHAR(300) NOT NULL,
        likeness DECIMAL(4,3) NOT NULL,
        countries VARCHAR(120) NOT NULL,
        programs VARCHAR(300) NOT NULL,
        found_at DATETIME(3) NOT NULL,
        UNIQUE KEY payment_findings_once (payment_id, entry),
        CONSTRAINT payment_findings_of_payment FOREIGN KEY (payment_id) REFERENCES payments (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['payment_findings', 'sanctions_entries', 'sanctions_lists']) {
      await runner.query(`DROP TABLE ${name}`);
    }
  }
}
