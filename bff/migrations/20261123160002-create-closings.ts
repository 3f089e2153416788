import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';

export class CreateClosings20261123160002 implements MigrationInterface {
  name = 'CreateClosings20261123160002';

  /**
   * Closings of relations that customers asked for, the payments of their balances, and the people whose relation has ended:
   * how far their data has been erased, and when the next step is due.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE relation_closings (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NOT NULL,
        state ENUM('paying', 'closed', 'failed') NOT NULL,
        iban VARCHAR(34) CHARACTER SET ascii COLLATE ascii_bin NULL,
        overdraft_limit BIGINT NOT NULL,
        language ENUM('fr', 'en') NOT NULL,
        request_id VARCHAR(64) NULL,
        requested_at DATETIME(3) NOT NULL,
        look_at DATETIME(3) NULL,
        closed_at DATETIME(3) NULL,
        mailed_at DATETIME(3) NULL,
        paying_user INT UNSIGNED AS (IF(state = 'paying', user_id, NULL)) STORED,
        UNIQUE KEY relation_closings_once (paying_user),
        KEY relation_closings_user (user_id, id),
        KEY relation_closings_due (look_at, id),
        CONSTRAINT relation_closings_of_user FOREIGN KEY (user_id) REFERENCES users (id),
        CONSTRAINT relation_closings_closed CHECK (state <> 'closed' OR closed_at IS NOT NULL)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE closing_payouts (
        payment_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
        closing_id BIGINT UNSIGNED NOT NULL,
        KEY closing_payouts_closing (closing_id, payment_id),
        CONSTRAINT closing_payouts_of FOREIGN KEY (closing_id) REFERENCES relation_closings (id),
        CONSTRAINT closing_payouts_by FOREIGN KEY (payment_id) REFERENCES payments (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE ended_relations (
        user_id INT UNSIGNED NOT NULL PRIMARY KEY,
        ended_at DATETIME(3) NOT NULL,
        step TINYINT UNSIGNED NOT NULL DEFAULT 0,
        due_at DATETIME(3) NULL,
        KEY ended_relations_due (due_at, user_id),
        CONSTRAINT ended_relations_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ${table}`);
    await runner.query(`
      INSERT INTO ended_relations (user_id, ended_at, due_at)
      SELECT id, deleted_at, deleted_at FROM users WHERE deleted_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['ended_relations', 'closing_payouts', 'relation_closings']) {
      await runner.query(`DROP TABLE ${name}`);
    }
  }
}
