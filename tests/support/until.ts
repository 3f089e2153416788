import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a check until it succeeds. @throws Error after twenty seconds. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(100)) if (await isSo()) return;
  throw new Error('it did not come about within 20 s');
}
