import { Logger } from '@nestjs/common';
import type { HealthService } from '../../platform/health/health.service';
import { until } from '../../../../tests/support/until';
import { ListRoundsService } from './list-rounds.service';
import type { ScreeningService } from './screening.service';

beforeAll(() => Logger.overrideLogger(false));

/** A server whose list is read by the second attempt, and its conditions of readiness. */
function rounds() {
  const checks: (() => boolean)[] = [];
  const screening = {
    isRead: false,
    hasList: false,
    refresh: jest
      .fn()
      .mockRejectedValueOnce(new Error('the database is away'))
      .mockImplementation(() => Promise.resolve(void (screening.isRead = screening.hasList = true))),
  };
  const health = { addCheck: (check: () => boolean) => checks.push(check) };
  const service = new ListRoundsService(
    screening as unknown as ScreeningService,
    health as unknown as HealthService,
  );
  return { service, screening, isReady: () => checks.every((check) => check()) };
}

it('starts without a database, is not ready until the list is read, and tries again soon', async () => {
  const { service, screening, isReady } = rounds();
  await service.onModuleInit();
  expect([isReady(), screening.refresh.mock.calls.length]).toEqual([false, 1]);
  service.onApplicationBootstrap();
  await until(() => Promise.resolve(isReady()));
  await service.beforeApplicationShutdown();
  expect(screening.refresh).toHaveBeenCalledTimes(2);
});
