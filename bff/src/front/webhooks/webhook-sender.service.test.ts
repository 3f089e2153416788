import { Logger } from '@nestjs/common';
import type { Config } from '../../platform/config/config';
import type { Database, Transaction } from '../../platform/database/database';
import { MetricsService } from '../../platform/metrics/metrics.service';
import { Clock } from '../../platform/time/clock.service';
import type { Webhooks } from '../../ports/webhooks/webhooks';
import { WebhookMetrics } from './webhook-metrics.service';
import { WebhookSender } from './webhook-sender.service';

it('counts the events whose time ended before a try as given up, in their mode', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const due = [[4, 5, 6].map((id) => ({ id, isExpired: true }))];
  const tx = { rows: () => Promise.resolve(due.shift() ?? []), write: jest.fn() };
  const webhooks = [[{ id: 1, mode: 'test' }], [{ id: 1 }]];
  const database = {
    rows: () => Promise.resolve(webhooks.shift() ?? []),
    transaction: (work: (tx: Transaction) => Promise<unknown>) => work(tx as unknown as Transaction),
  } as unknown as Database;
  const [clock, values] = [new Clock(), new MetricsService()];
  const metrics = new WebhookMetrics(values, database, clock);
  const sender = new WebhookSender(database, {} as Webhooks, {} as Config, clock, metrics);
  sender.onApplicationBootstrap();
  while (due.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await sender.beforeApplicationShutdown();
  expect(tx.write).toHaveBeenCalledWith(expect.stringContaining('next_try_at = NULL'), [[4, 5, 6]]);
  expect(await values.text()).toContain('bank_webhooks_given_up_total{mode="test"} 3');
  values.onApplicationShutdown();
});
