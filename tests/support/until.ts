import { setTimeout as sleep } from 'node:timers/promises';

/** How long tests wait for what a bank does by itself, s: what it does for other tests may be before theirs in its queues. */
const patience = 45;

/** Repeats a read until its result suffices, or for so many seconds, and returns the last result. */
export async function lastOf<T>(
  read: () => Promise<T>,
  suffices: (found: T) => boolean,
  seconds = patience,
): Promise<T> {
  for (const end = Date.now() + seconds * 1000; ; await sleep(50)) {
    const found = await read();
    if (suffices(found) || Date.now() >= end) return found;
  }
}

/** Repeats a check until it succeeds. @throws Error after so many seconds. */
export async function until(isSo: () => Promise<boolean>, seconds = patience): Promise<void> {
  if (!(await lastOf(isSo, Boolean, seconds))) throw new Error(`it did not come about within ${seconds} s`);
}

/** Repeats a read until it returns the wanted number of items; without them, returns the last result after all. */
export const untilThereAre = <T>(wanted: number, ask: () => Promise<T[]>): Promise<T[]> =>
  lastOf(ask, (found) => found.length >= wanted);
