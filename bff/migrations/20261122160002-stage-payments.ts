import type { MigrationInterface, QueryRunner } from 'typeorm';

const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';
const stages = `'awaiting_approval', 'scheduled', 'queued', 'sent', 'settled', 'rejected', 'returned', 'cancelled'`;
const kinds = `'deposit', 'transfer', 'payment', 'card', 'withdrawal', 'fee', 'adjustment', 'reversal'`;
const owners = `'customer', 'funding', 'fees', 'adjustment', 'outside'`;

export class StagePayments20261122160002 implements MigrationInterface {
  name = 'StagePayments20261122160002';

  /**
   * The stages of a payment beside its status (the bank and the world, section 3), the accounts that the clearing house
   * settles over and where unbookable money waits, and the kinds of movements that come from outside.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts MODIFY kind ENUM(${owners}, 'settlement', 'suspense') NOT NULL`);
    await runner.query(`
      INSERT INTO accounts (id, kind, currency, account_type, created_at) VALUES
        (5, 'settlement', 'EUR', 'internal', UTC_TIMESTAMP(3)),
        (6, 'suspense', 'EUR', 'internal', UTC_TIMESTAMP(3))`);
    await runner.query(`ALTER TABLE transfers MODIFY kind ENUM(${kinds}, 'credit', 'debit') NOT NULL`);
    await runner.query(`
      ALTER TABLE payments
        ADD stage ENUM(${stages}) NOT NULL DEFAULT 'awaiting_approval' AFTER status,
        ADD decided_by ENUM('rules', 'person') NULL,
        ADD execution_day DATE NULL,
        ADD queued_at DATETIME(3) NULL,
        ADD sent_at DATETIME(3) NULL,
        ADD message_id VARCHAR(35) ${ascii} NULL,
        ADD end_to_end_id VARCHAR(35) ${ascii} NULL,
        ADD charges ENUM('SHA', 'OUR', 'BEN') NULL,
        ADD fee BIGINT NOT NULL DEFAULT 0,
        ADD reason_code VARCHAR(4) ${ascii} NULL,
        ADD in_doubt_since DATETIME(3) NULL,
        ADD next_ask_at DATETIME(3) NULL,
        ADD asks SMALLINT UNSIGNED NOT NULL DEFAULT 0,
        ADD recall ENUM('asked', 'granted', 'refused') NULL,
        DROP CONSTRAINT payments_settled,
        ADD KEY payments_due (stage, payment_method, queued_at),
        ADD KEY payments_scheduled (stage, execution_day),
        ADD KEY payments_to_ask (next_ask_at)`);
    await stageDecided(runner);
    await runner.query(`
      ALTER TABLE payments
        ADD CONSTRAINT payments_staged CHECK (status = CASE
          WHEN stage = 'settled' THEN 'completed'
          WHEN stage IN ('rejected', 'returned', 'cancelled') THEN 'failed' ELSE 'pending' END),
        ADD CONSTRAINT payments_booked CHECK (CASE
          WHEN stage IN ('sent', 'settled', 'returned') THEN transfer_id IS NOT NULL
          WHEN stage = 'rejected' THEN TRUE ELSE transfer_id IS NULL END)`);
    await runner.query(`
      CREATE TABLE payment_stages (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        payment_id BIGINT UNSIGNED NOT NULL,
        stage ENUM(${stages}) NOT NULL,
        at DATETIME(3) NOT NULL,
        reason_code VARCHAR(4) ${ascii} NULL,
        KEY payment_stages_payment (payment_id, id),
        CONSTRAINT payment_stages_of_payment FOREIGN KEY (payment_id) REFERENCES payments (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE payment_stages');
    await runner.query(`
      ALTER TABLE payments DROP CONSTRAINT payments_staged, DROP CONSTRAINT payments_booked,
        DROP KEY payments_due, DROP KEY payments_scheduled, DROP KEY payments_to_ask,
        DROP stage, DROP decided_by, DROP execution_day, DROP queued_at, DROP sent_at, DROP message_id,
        DROP end_to_end_id, DROP charges, DROP fee, DROP reason_code, DROP in_doubt_since, DROP next_ask_at, DROP asks, DROP recall,
        ADD CONSTRAINT payments_settled CHECK ((status = 'completed') = (transfer_id IS NOT NULL))`);
    await runner.query('DELETE FROM accounts WHERE id IN (5, 6)');
    await runner.query(`ALTER TABLE accounts MODIFY kind ENUM(${owners}) NOT NULL`);
    await runner.query(`ALTER TABLE transfers MODIFY kind ENUM(${kinds}) NOT NULL`);
  }
}

/** In slices by id: one statement over all payments would hold their locks and fill the undo log. */
async function stageDecided(runner: QueryRunner): Promise<void> {
  const slice = 10_000;
  const [last] = (await runner.query('SELECT COALESCE(MAX(id), 0) AS id FROM payments')) as { id: string }[];
  for (let from = 0; from < Number(last?.id); from += slice) {
    await runner.query(
      `UPDATE payments SET stage = IF(status = 'completed', 'settled', 'rejected'), decided_by = 'person'
       WHERE status <> 'pending' AND id > ? AND id <= ?`,
      [from, from + slice],
    );
  }
}
