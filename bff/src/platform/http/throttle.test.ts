import type { ExecutionContext } from '@nestjs/common';
import type { Config } from '../config/config';
import { FixedWindowStorage } from '../security/fixed-window';
import type { SharedLimits } from '../security/shared-limits.service';
import { throttleOptions } from './throttle';
import { ThrottleGuard } from './throttle.guard';

const clock = { now: () => new Date('2026-11-21T10:00:00Z') };
const limits = { of: () => new FixedWindowStorage(clock) } as unknown as SharedLimits;
const reflector = { getAllAndOverride: () => undefined };

it('admits the calls of a session, of an address without one, and four times as many of all sessions of a user', async () => {
  const options = throttleOptions({ callsPerMinute: 3 } as Config, limits);
  const guard = new ThrottleGuard(options, limits.of('calls'), reflector as never);
  await guard.onModuleInit();
  const admitted = async (request: object, calls = 5) => {
    const http = { getRequest: () => request, getResponse: () => ({}) };
    const context = { getHandler: () => admitted, getClass: () => ThrottleGuard, switchToHttp: () => http };
    let count = 0;
    for (let call = 0; call < calls; call += 1) {
      const isAdmitted = await guard.canActivate(context as unknown as ExecutionContext).catch(() => false);
      if (isAdmitted) count += 1;
    }
    return count;
  };
  const ip = '203.0.113.7';
  expect(await admitted({ ip })).toBe(3);
  for (const sessionId of [1, 2, 3]) expect(await admitted({ ip, user: { userId: 7, sessionId } })).toBe(3);
  expect(await admitted({ ip, user: { userId: 7, sessionId: 4 } })).toBe(3);
  expect(await admitted({ ip, user: { userId: 7, sessionId: 5 } })).toBe(0);
  expect(await admitted({ ip, user: { userId: 8, sessionId: 6 } })).toBe(3);
});
