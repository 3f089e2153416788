import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCardWrites20261121101001 implements MigrationInterface {
  name = 'CreateCardWrites20261121101001';

  /** The written data is never stored: `digest` is keyed, and `tracks` names only the tracks that were present. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE card_writes (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        reference VARCHAR(20) NOT NULL,
        card_id BIGINT UNSIGNED NOT NULL,
        user_id INT UNSIGNED NOT NULL,
        tracks SET('track1', 'track2', 'track3', 'customData') NOT NULL,
        digest BINARY(32) NOT NULL,
        request_id VARCHAR(64) NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY card_writes_reference (reference),
        KEY card_writes_card (card_id, id),
        CONSTRAINT card_writes_on_card FOREIGN KEY (card_id) REFERENCES cards (id),
        CONSTRAINT card_writes_something CHECK (tracks <> '')
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    for (const change of ['UPDATE', 'DELETE']) {
      await runner.query(`
        CREATE TRIGGER card_writes_refuses_${change.toLowerCase()} BEFORE ${change} ON card_writes
        FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'card_writes only grows'`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE card_writes');
  }
}
