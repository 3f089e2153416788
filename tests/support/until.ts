import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a check until it succeeds. @throws Error after so many seconds. */
export async function until(isSo: () => Promise<boolean>, seconds = 45): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(100)) if (await isSo()) return;
  throw new Error(`it did not come about within ${seconds} s`);
}
