import type { RandomSource } from '../platform/security/random-source.service';
import { hourMs } from '../platform/time/durations';
import type { ManualClock } from './deterministic';
import type { Transaction } from '../platform/database/database';

/** Events of the past, added in any order; `replay` runs them in chronological order. */
export class Timeline {
  private readonly events: { at: Date; happen: () => Promise<void>; defers?: boolean }[] = [];

  add(at: Date, happen: () => Promise<void>): void {
    this.events.push({ at, happen });
  }

  /** Adds an event that flushes by itself before it reads. */
  addDeferring(at: Date, happen: () => Promise<void>): void {
    this.events.push({ at, happen, defers: true });
  }

  /**
   * Runs all events in one transaction, with the clock set to each one's time; those of the same time in the order in
   * which they were added. Deferred statements are flushed before each event that may read them, and after the last.
   */
  async replay(clock: ManualClock, tx: Transaction): Promise<void> {
    const inOrder = this.events.sort((left, right) => left.at.getTime() - right.at.getTime());
    for (const { at, happen, defers } of inOrder) {
      clock.set(at);
      if (!defers) await tx.flush();
      await happen();
    }
    await tx.flush();
  }
}

/** A random moment in the opening hours of a past day. */
export function timeOfDay(now: Date, daysAgo: number, random: RandomSource): Date {
  const at = new Date(now);
  at.setUTCDate(at.getUTCDate() - daysAgo);
  at.setUTCHours(7 + random.below(12), random.below(60), random.below(60), 0);
  return at;
}

/** A moment of the morning of a past day, whatever the time is now: other events of that day keep their order. */
export function morningOf(now: Date, daysAgo: number): Date {
  const at = new Date(now);
  at.setUTCDate(at.getUTCDate() - daysAgo);
  at.setUTCHours(6, 0, 0, 0);
  return at;
}

export const later = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * hourMs);
