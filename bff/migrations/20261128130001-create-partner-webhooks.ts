import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
const ascii = 'CHARACTER SET ascii COLLATE ascii_bin';

export class CreatePartnerWebhooks20261128130001 implements MigrationInterface {
  name = 'CreatePartnerWebhooks20261128130001';

  /**
   * What partners' servers learn of applications: where each partner's events go, the events themselves, which are the queue
   * and the log, the keys of partners' servers, and the applications of the test mode, which name nobody. An application
   * that a server of before completed has no `completed_at`.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pending_signups ADD COLUMN reference VARCHAR(64) ${ascii} NULL`);
    await runner.query(`
      ALTER TABLE partner_applications
        ADD COLUMN reference VARCHAR(64) ${ascii} NULL,
        ADD COLUMN status ENUM('completed', 'approved', 'rejected') NOT NULL DEFAULT 'completed',
        ADD COLUMN completed_at DATETIME(3) NULL,
        ADD COLUMN decided_at DATETIME(3) NULL,
        ADD KEY partner_applications_reference (partner_id, reference, created_at)`);
    await runner.query(`
      UPDATE partner_applications a JOIN users u ON u.id = a.user_id
      SET a.status = u.kyc_status, a.decided_at = u.identity_approved_at WHERE u.kyc_status <> 'pending'`);
    await runner.query(`
      CREATE TABLE test_applications (
        id CHAR(36) ${ascii} NOT NULL PRIMARY KEY,
        partner_id INT UNSIGNED NOT NULL,
        reference VARCHAR(64) ${ascii} NULL,
        status ENUM('pending', 'completed', 'approved', 'rejected') NOT NULL,
        created_at DATETIME(3) NOT NULL,
        KEY test_applications_partner (partner_id, created_at),
        KEY test_applications_reference (partner_id, reference, created_at),
        KEY test_applications_age (created_at),
        CONSTRAINT test_applications_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE partner_webhooks (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        partner_id INT UNSIGNED NOT NULL,
        mode ENUM('live', 'test') NOT NULL,
        url VARCHAR(500) ${ascii} NULL,
        secret VARBINARY(200) NOT NULL,
        secret_set_at DATETIME(3) NOT NULL,
        old_secret VARBINARY(200) NULL,
        old_secret_until DATETIME(3) NULL,
        UNIQUE KEY partner_webhooks_mode (partner_id, mode),
        CONSTRAINT partner_webhooks_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE webhook_messages (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        webhook_id INT UNSIGNED NOT NULL,
        message_id VARCHAR(40) ${ascii} NOT NULL,
        type VARCHAR(40) ${ascii} NOT NULL,
        body VARCHAR(1000) NOT NULL,
        created_at DATETIME(3) NOT NULL,
        tries INT UNSIGNED NOT NULL DEFAULT 0,
        last_try_at DATETIME(3) NULL,
        next_try_at DATETIME(3) NULL,
        retry_until DATETIME(3) NOT NULL,
        answer_status SMALLINT UNSIGNED NULL,
        failure ENUM('status', 'timeout', 'unreachable', 'address') NULL,
        delivered_at DATETIME(3) NULL,
        UNIQUE KEY webhook_messages_id (message_id),
        KEY webhook_messages_due (webhook_id, next_try_at),
        KEY webhook_messages_age (created_at),
        CONSTRAINT webhook_messages_of_webhook FOREIGN KEY (webhook_id) REFERENCES partner_webhooks (id)
      ) ${table}`);
    await runner.query(`
      CREATE TABLE partner_secret_keys (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        partner_id INT UNSIGNED NOT NULL,
        mode ENUM('live', 'test') NOT NULL,
        digest BINARY(32) NOT NULL,
        hint VARCHAR(24) ${ascii} NOT NULL,
        created_at DATETIME(3) NOT NULL,
        last_used_at DATETIME(3) NULL,
        revoked_at DATETIME(3) NULL,
        UNIQUE KEY partner_secret_keys_digest (digest),
        KEY partner_secret_keys_partner (partner_id, id),
        CONSTRAINT partner_secret_keys_of_partner FOREIGN KEY (partner_id) REFERENCES partners (id)
      ) ${table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['partner_secret_keys', 'webhook_messages', 'partner_webhooks', 'test_applications'];
    for (const name of tables) await runner.query(`DROP TABLE ${name}`);
    await runner.query(`
      ALTER TABLE partner_applications DROP KEY partner_applications_reference, DROP COLUMN decided_at,
        DROP COLUMN completed_at, DROP COLUMN status, DROP COLUMN reference`);
    await runner.query('ALTER TABLE pending_signups DROP COLUMN reference');
  }
}
