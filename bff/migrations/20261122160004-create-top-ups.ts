import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTopUps20261122160004 implements MigrationInterface {
  name = 'CreateTopUps20261122160004';

  /** Money asked for from cards of other banks; the row comes before the question, so that no answer is lost. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE top_ups (
        id CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        amount BIGINT NOT NULL,
        state ENUM('asked', 'booked', 'declined') NOT NULL DEFAULT 'asked',
        transfer_id BIGINT UNSIGNED NULL,
        created_at DATETIME(3) NOT NULL,
        KEY top_ups_open (state, created_at),
        CONSTRAINT top_ups_of_user FOREIGN KEY (user_id) REFERENCES users (id),
        CONSTRAINT top_ups_posting FOREIGN KEY (transfer_id) REFERENCES transfers (id),
        CONSTRAINT top_ups_booked CHECK ((state = 'booked') = (transfer_id IS NOT NULL))
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE top_ups');
  }
}
