import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateHolds20261121100001 implements MigrationInterface {
  name = 'CreateHolds20261121100001';

  /**
   * Reserved amounts, in minor units; each leaves the pending state once, to one of three final states. A transfer may
   * name the transfer that it reverses, and an entry may have a description for its own side.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE transfers
        MODIFY kind ENUM('deposit', 'transfer', 'payment', 'card', 'withdrawal', 'fee', 'adjustment', 'reversal')
          NOT NULL,
        ADD COLUMN reverses BIGINT UNSIGNED NULL,
        ADD UNIQUE KEY transfers_reverses (reverses),
        ADD CONSTRAINT transfers_reversed FOREIGN KEY (reverses) REFERENCES transfers (id),
        ADD CONSTRAINT transfers_reversal CHECK ((kind = 'reversal') = (reverses IS NOT NULL))`);
    await runner.query('ALTER TABLE entries ADD COLUMN description VARCHAR(400) NULL');
    await runner.query(`
      CREATE TABLE holds (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        account_id BIGINT UNSIGNED NOT NULL,
        payment_id BIGINT UNSIGNED NOT NULL,
        amount BIGINT NOT NULL,
        state ENUM('held', 'posted', 'released', 'expired') NOT NULL DEFAULT 'held',
        expires_at DATETIME(3) NOT NULL,
        created_at DATETIME(3) NOT NULL,
        settled_at DATETIME(3) NULL,
        UNIQUE KEY holds_payment (payment_id),
        KEY holds_account (account_id, state),
        KEY holds_due (state, expires_at, id),
        CONSTRAINT holds_of_account FOREIGN KEY (account_id) REFERENCES accounts (id),
        CONSTRAINT holds_of_payment FOREIGN KEY (payment_id) REFERENCES payments (id),
        CONSTRAINT holds_amount CHECK (amount > 0),
        CONSTRAINT holds_settled CHECK ((state = 'held') = (settled_at IS NULL))
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE holds');
    await runner.query('ALTER TABLE entries DROP COLUMN description');
    await runner.query(`
      ALTER TABLE transfers DROP CONSTRAINT transfers_reversal, DROP FOREIGN KEY transfers_reversed,
        DROP KEY transfers_reverses, DROP COLUMN reverses,
        MODIFY kind ENUM('deposit', 'transfer', 'payment', 'card', 'withdrawal', 'fee', 'adjustment') NOT NULL`);
  }
}
