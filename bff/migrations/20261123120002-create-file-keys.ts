import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateFileKeys20261123120002 implements MigrationInterface {
  name = 'CreateFileKeys20261123120002';

  /** The key of each stored file, encrypted by the bank's key of that id; files of before have none. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE file_keys (
        file CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        bank_key CHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        wrapped VARBINARY(60) NOT NULL,
        sealed TINYINT(1) NOT NULL,
        KEY file_keys_bank_key (bank_key, file)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE file_keys');
  }
}
