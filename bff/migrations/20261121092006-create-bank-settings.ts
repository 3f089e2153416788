import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBankSettings20261121092006 implements MigrationInterface {
  name = 'CreateBankSettings20261121092006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bank_settings (
        name VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        value VARCHAR(500) NOT NULL
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bank_settings');
  }
}
