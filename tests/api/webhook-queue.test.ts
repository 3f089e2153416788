import type { Config } from '../../bff/src/platform/config/config';
import type { Database, Transaction } from '../../bff/src/platform/database/database';
import { Clock } from '../../bff/src/platform/time/clock.service';
import type { Webhooks } from '../../bff/src/ports/webhooks/webhooks';
import type { WebhookMetrics } from '../../bff/src/front/webhooks/webhook-metrics.service';
import { WebhookSender } from '../../bff/src/front/webhooks/webhook-sender.service';
import { startLedger, type TestLedger } from '../support/ledger';
import { until } from '../support/until';

const events = 3_000;

/** Two partners' addresses, with many events that are not due at the first, and a due one at the second. */
async function fill({ owner }: TestLedger): Promise<void> {
  for (const id of [1, 2]) {
    const partner = `INSERT INTO partners (id, name, theme, created_at) VALUES (?, 'P', '{}', UTC_TIMESTAMP(3))`;
    await owner.rows(partner, [id]);
    await owner.rows(
      `INSERT INTO partner_webhooks (id, partner_id, mode, url, secret, secret_set_at)
       VALUES (?, ?, 'live', 'https://a.example', '', UTC_TIMESTAMP(3))`,
      [id, id],
    );
  }
  await owner.rows(
    `INSERT INTO webhook_messages (webhook_id, message_id, type, body, created_at, next_try_at, retry_until)
     SELECT IF(seq = 1, 2, 1), CONCAT('m', seq), 't', '{}', UTC_TIMESTAMP(3),
       IF(seq = 1, UTC_TIMESTAMP(3), IF(seq % 2 = 0, NULL, UTC_TIMESTAMP(3) + INTERVAL 1 HOUR)),
       UTC_TIMESTAMP(3) + INTERVAL 1 DAY FROM seq_1_to_${events}`,
  );
  await owner.rows('ANALYZE TABLE webhook_messages');
}

it('finds the addresses with due events without reading the others', async () => {
  const ledger = await startLedger(0);
  await fill(ledger);
  const asked: [sql: string, values: unknown[]][] = [];
  const begun: unknown[] = [];
  const tx = {
    rows: (_row: unknown, _sql: string, [, webhookId]: unknown[]) =>
      Promise.resolve((begun.push(webhookId), [])),
  };
  const rows: Database['rows'] = (row, sql, values) => {
    asked.push([sql, values as unknown[]]);
    return ledger.database.rows(row, sql, values);
  };
  const transaction = (work: (tx: Transaction) => Promise<unknown>) => work(tx as unknown as Transaction);
  const sender = new WebhookSender(
    { rows, transaction } as unknown as Database,
    {} as Webhooks,
    {} as Config,
    new Clock(),
    {} as WebhookMetrics,
  );
  sender.onApplicationBootstrap();
  await until(() => Promise.resolve(begun.length > 0));
  await sender.beforeApplicationShutdown();
  expect(new Set(begun)).toEqual(new Set([2]));
  const plans = await Promise.all(asked.map(([sql, values]) => ledger.owner.rows(`ANALYZE ${sql}`, values)));
  const read = plans.flat().map(({ r_rows: count }) => Number(count ?? 0));
  expect(Math.max(...read)).toBeLessThan(10);
  await ledger.stop();
});
