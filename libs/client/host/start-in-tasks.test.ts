/** @jest-environment jsdom */
import { startInTasks } from './start-in-tasks';

/** Records itself, and the end of the task in which it ran. */
const recordingIn = (order: string[]) => (name: string) => () => {
  setTimeout(() => order.push(`task after ${name}`));
  order.push(name);
  return Promise.resolve();
};

it('runs one step after another, each in a task of its own', async () => {
  const order: string[] = [];
  const step = recordingIn(order);
  await startInTasks(step('first'), step('second'), step('third'));
  expect(order).toEqual(['first', 'task after first', 'second', 'task after second', 'third']);
});

it('stops at a step that fails', async () => {
  const order: string[] = [];
  const step = recordingIn(order);
  const failing = () => Promise.reject(new Error('broken'));
  await expect(startInTasks(step('first'), failing, step('third'))).rejects.toThrow('broken');
  expect(order).not.toContain('third');
});
