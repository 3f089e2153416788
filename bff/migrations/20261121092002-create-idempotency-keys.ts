import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateIdempotencyKeys20261121092002 implements MigrationInterface {
  name = 'CreateIdempotencyKeys20261121092002';

  /** The transaction that inserts a row also stores its `answer`, before it commits. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        client VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        idempotency_key VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        request_hash BINARY(32) NOT NULL,
        status SMALLINT UNSIGNED NULL,
        answer MEDIUMTEXT NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY idempotency_keys_client (client, idempotency_key),
        KEY idempotency_keys_time (created_at)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys');
  }
}
