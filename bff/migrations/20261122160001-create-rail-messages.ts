import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class CreateRailMessages20261122160001 implements MigrationInterface {
  name = 'CreateRailMessages20261122160001';

  /**
   * Messages with the counterparts outside the bank, as they came and as they were sent. A message that came is stored
   * once under its sender's id before it is worked on; `answer` is repeated when it comes again.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rail_inbox (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        port VARCHAR(20) ${ascii} NOT NULL,
        message_id VARCHAR(80) ${ascii} NOT NULL,
        type VARCHAR(20) ${ascii} NOT NULL,
        body MEDIUMBLOB NOT NULL,
        digest BINARY(32) NOT NULL,
        received_at DATETIME(3) NOT NULL,
        handled_at DATETIME(3) NULL,
        answer MEDIUMTEXT NULL,
        fault VARCHAR(40) ${ascii} NULL,
        UNIQUE KEY rail_inbox_message (port, message_id),
        KEY rail_inbox_unhandled (handled_at, id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE rail_outbox (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        port VARCHAR(20) ${ascii} NOT NULL,
        message_id VARCHAR(35) ${ascii} NOT NULL,
        type VARCHAR(20) ${ascii} NOT NULL,
        once TINYINT(1) NOT NULL,
        body MEDIUMBLOB NOT NULL,
        created_at DATETIME(3) NOT NULL,
        tries INT UNSIGNED NOT NULL DEFAULT 0,
        next_try_at DATETIME(3) NULL,
        answered_at DATETIME(3) NULL,
        answer MEDIUMBLOB NULL,
        UNIQUE KEY rail_outbox_message (port, message_id),
        KEY rail_outbox_due (next_try_at, id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE rail_nonces (
        port VARCHAR(20) ${ascii} NOT NULL,
        nonce VARCHAR(80) ${ascii} NOT NULL,
        expires_at DATETIME(3) NOT NULL,
        PRIMARY KEY (port, nonce),
        KEY rail_nonces_expired (expires_at)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['rail_inbox', 'rail_outbox', 'rail_nonces']) {
      await runner.query(`DROP TABLE ${name}`);
    }
  }
}
