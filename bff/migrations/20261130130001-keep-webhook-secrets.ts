import type { MigrationInterface, QueryRunner } from 'typeorm';
import { options } from './tables/table-options';

/** Secrets of webhooks that were replaced again before they expired: they still sign, beside the last one and the one before it. */
export class KeepWebhookSecrets20261130130001 implements MigrationInterface {
  name = 'KeepWebhookSecrets20261130130001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS older_webhook_secrets (
      id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
      webhook_id INT UNSIGNED NOT NULL,
      secret VARBINARY(200) NOT NULL,
      expires_at DATETIME(3) NOT NULL,
      KEY older_webhook_secrets_webhook (webhook_id, expires_at),
      KEY older_webhook_secrets_expiry (expires_at),
      CONSTRAINT older_webhook_secrets_of_webhook FOREIGN KEY (webhook_id) REFERENCES partner_webhooks (id)
    ) ${options}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS older_webhook_secrets');
  }
}
