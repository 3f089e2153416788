import { stat } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlineExceeded, withinTime } from './deadline';

it('returns the result or the error of work in time, and clears its timer', async () => {
  await expect(withinTime(Promise.resolve(3), 50)).resolves.toBe(3);
  await expect(withinTime(Promise.reject(new Error('of the work')), 50)).rejects.toThrow('of the work');
});

it('counts what arrived in time, while the processor was busy until after the end', async () => {
  const work = new Promise((resolve, reject) =>
    stat(__filename, (error, found) => (error ? reject(error) : resolve(found.isFile()))),
  );
  const result = withinTime(work, 20);
  const end = performance.now() + 100;
  while (performance.now() < end);
  await expect(result).resolves.toBe(true);
});

it('does not wait for late work', async () => {
  await expect(withinTime(new Promise(() => undefined), 20)).rejects.toThrow(DeadlineExceeded);
});

it('leaves no rejection unhandled when the work fails after its time', async () => {
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  const failing = sleep(30).then(() => Promise.reject(new Error('too late')));
  await expect(withinTime(failing, 10)).rejects.toThrow(DeadlineExceeded);
  await sleep(40);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
