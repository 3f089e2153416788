import { ReportRoom } from './report-room.service';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('does three things at once, the others in turn, and refuses what is too much', async () => {
  const room = new ReportRoom();
  const doors: (() => void)[] = [];
  const work = () => room.use(() => new Promise<void>((resolve) => doors.push(resolve)));
  const all = Array.from({ length: 303 }, work);
  await turn();
  expect(doors).toHaveLength(3);
  await expect(work()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  for (let at = 0; at < 303; at += 1) {
    doors[at]?.();
    await turn();
    expect(doors.length).toBe(Math.min(303, at + 4));
  }
  await Promise.all(all);
  expect(await room.use(async () => 'again')).toBe('again');
});

it('gives the place of work that failed to the next', async () => {
  const room = new ReportRoom();
  const failing = Array.from({ length: 10 }, () => room.use(() => Promise.reject(new Error('away'))));
  expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(await room.use(async () => 1)).toBe(1);
});
