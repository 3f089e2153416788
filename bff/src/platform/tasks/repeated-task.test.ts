import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../../tests/support/until';
import { RepeatedTask } from './repeated-task';

const none = () => undefined;

it('works in rounds, one after another, with the pause that a round asks for', async () => {
  const at: number[] = [];
  const task = new RepeatedTask({
    work: () => Promise.resolve(at.push(performance.now()) < 3 ? undefined : 60_000),
    everyMs: 20,
    onFailure: none,
  });
  const started = performance.now();
  task.start();
  await until(() => Promise.resolve(at.length === 3));
  await sleep(100);
  await task.stop();
  expect(at).toHaveLength(3);
  expect((at[0] ?? 0) - started).toBeGreaterThan(15);
});

it('reports a lasting failure once, and again after a success', async () => {
  const outcomes = [false, false, true, false, false];
  const reported: string[] = [];
  let round = 0;
  const task = new RepeatedTask({
    work: () =>
      outcomes[round++] === false ? Promise.reject(new Error(`round ${round}`)) : Promise.resolve(undefined),
    everyMs: 1,
    onFailure: ({ message }) => void reported.push(message),
  });
  task.start();
  await until(() => Promise.resolve(round > outcomes.length));
  await task.stop();
  expect(reported).toEqual(['round 1', 'round 4']);
});

it('waits for the current round when it stops, and begins no other', async () => {
  let rounds = 0;
  let finish: () => void = none;
  const work = () =>
    new Promise<undefined>((resolve) => ((rounds += 1), (finish = () => resolve(undefined))));
  const task = new RepeatedTask({ work, everyMs: 1, onFailure: none });
  task.start();
  await until(() => Promise.resolve(rounds === 1));
  let isStopped = false;
  const stopping = task.stop().then(() => (isStopped = true));
  await sleep(50);
  expect([task.isStopping, isStopped]).toEqual([true, false]);
  finish();
  await stopping;
  await sleep(50);
  expect(rounds).toBe(1);
});
