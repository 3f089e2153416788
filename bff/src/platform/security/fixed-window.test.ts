import { ApiException } from '../errors/api-exception';
import type { Clock } from '../time/clock.service';
import { FixedWindowStorage } from './fixed-window';

const minute = 60_000;

function storageAt(start: number) {
  const clock = { time: start, now: () => new Date(clock.time) };
  return { clock, storage: new FixedWindowStorage(clock satisfies Clock) };
}

describe('the requests of a window', () => {
  it('are allowed up to the limit, counted per caller', async () => {
    const { storage } = storageAt(0);
    for (let call = 1; call <= 3; call += 1) {
      expect(await storage.increment('user 1', minute, 3)).toMatchObject({
        totalHits: call,
        isBlocked: false,
      });
    }
    expect(await storage.increment('user 1', minute, 3)).toMatchObject({ isBlocked: true });
    expect(await storage.increment('user 2', minute, 3)).toMatchObject({ totalHits: 1, isBlocked: false });
  });

  it('expire when the window ends, at the announced time', async () => {
    const { clock, storage } = storageAt(45_000);
    await storage.increment('user 1', minute, 1);
    const refused = await storage.increment('user 1', minute, 1);
    expect(refused).toMatchObject({ isBlocked: true, timeToBlockExpire: 15 });
    clock.time += refused.timeToBlockExpire * 1000;
    expect(await storage.increment('user 1', minute, 1)).toMatchObject({ totalHits: 1, isBlocked: false });
  });

  it('are admitted up to the limit, then refused until the window ends', async () => {
    const { storage } = storageAt(45_000);
    await storage.admit('user 1', minute, 1);
    await expect(storage.admit('user 1', minute, 1)).rejects.toEqual(
      new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: 15 }),
    );
  });

  it('expire also when the clock is set back by hours', async () => {
    const { clock, storage } = storageAt(4 * 60 * minute);
    await storage.increment('user 1', minute, 1);
    clock.time -= 2 * 60 * minute;
    const counted = await storage.increment('user 1', minute, 1);
    expect(counted).toMatchObject({ totalHits: 1, isBlocked: false, timeToExpire: 60 });
  });
});
