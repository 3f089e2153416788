import type { MigrationInterface, QueryRunner } from 'typeorm';

const find = `SHOW INDEX FROM webhook_messages WHERE Key_name = 'webhook_messages_listed'`;

/**
 * The log of a partner's events is read newest first, from an index. DDL is not part of a transaction: the key may be there
 * already, of a run that was killed before it was noted.
 */
export class ListWebhookMessages20261202030001 implements MigrationInterface {
  name = 'ListWebhookMessages20261202030001';

  async up(runner: QueryRunner): Promise<void> {
    if (((await runner.query(find)) as unknown[]).length > 0) return;
    await runner.query(
      'ALTER TABLE webhook_messages ADD KEY webhook_messages_listed (webhook_id, id), ALGORITHM=INPLACE, LOCK=NONE',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (((await runner.query(find)) as unknown[]).length === 0) return;
    await runner.query('ALTER TABLE webhook_messages DROP KEY webhook_messages_listed');
  }
}
