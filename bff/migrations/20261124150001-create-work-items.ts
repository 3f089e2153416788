import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWorkItems20261124150001 implements MigrationInterface {
  name = 'CreateWorkItems20261124150001';

  /** Who of the staff works on what (the bank and the world, section 6); a row lapses by its time. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE work_items (
        kind ENUM('payment', 'kyc', 'ticket') NOT NULL,
        object_id BIGINT UNSIGNED NOT NULL,
        taken_by INT UNSIGNED NOT NULL,
        taken_at DATETIME(3) NOT NULL,
        PRIMARY KEY (kind, object_id),
        KEY work_items_of (taken_by, kind, taken_at),
        KEY work_items_lapsed (taken_at),
        CONSTRAINT work_items_person FOREIGN KEY (taken_by) REFERENCES users (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE work_items');
  }
}
