import { performance } from 'node:perf_hooks';
import type { Database } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { DelivererService } from './deliverer.service';
import { DeliveryQueue, type DueNotification } from './delivery-queue';

const due = (id: number) =>
  ({
    id,
    userId: 7,
    type: 'info',
    key: 'identity_set_back',
    values: {},
    tries: 1,
    createdAt: new Date(),
    delivered: [],
    email: 'a@example.org',
    phone: null,
    firstName: 'A',
    language: 'fr',
    wanted: { email: true, sms: false, push: false },
    showsAmounts: true,
    bounced: false,
    writtenId: null,
  }) as unknown as DueNotification;

it('begins no attempt that its lease may end during, and leaves those to the next one, untried', async () => {
  let now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const batch = Array.from({ length: 17 }, (_, at) => due(at));
  jest.spyOn(DeliveryQueue.prototype, 'take').mockResolvedValueOnce(batch).mockResolvedValue([]);
  const settled: [number, unknown][] = [];
  const settle = jest.spyOn(DeliveryQueue.prototype, 'settle').mockImplementation(({ id }, outcome) => {
    settled.push([id, outcome]);
    return Promise.resolve();
  });
  const sent: string[] = [];
  const slow = {
    name: 'email' as const,
    send: async ({ id }: { id: string }) => {
      sent.push(id);
      await new Promise((resolve) => setImmediate(resolve));
      // Five at once take eight seconds each.
      now += 8_000;
      return 'delivered' as const;
    },
  };
  const deliverer = new DelivererService({} as Database, [slow], new Clock());
  deliverer.onApplicationBootstrap();
  while (settle.mock.calls.length < batch.length) await new Promise((resolve) => setTimeout(resolve, 20));
  await deliverer.beforeApplicationShutdown();
  expect(sent.length).toBeGreaterThan(5);
  expect(sent.length).toBeLessThan(14);
  const untried = settled.filter(([id]) => id >= sent.length).map(([, outcome]) => outcome);
  expect(untried).toEqual(untried.map(() => ({ delivered: [], againInSeconds: 0, isUntried: true })));
  expect(untried).toHaveLength(batch.length - sent.length);
});
