import type { QueryRunner } from 'typeorm';
import type { Chance } from '../common/chance';
import { sendLastOnes } from '../common/statements';
import type { SetClock } from './determined';

export const dayMilliseconds = 86_400_000;

/** What happened in the past, in whatever order it is thought of; `replay` does it in the order of time. */
export class Timeline {
  private readonly events: { at: Date; happen: () => Promise<void> }[] = [];

  add(at: Date, happen: () => Promise<void>): void {
    this.events.push({ at, happen });
  }

  /**
   * Does everything in one transaction, the clock showing its time; what has the same time happens as it was added. What
   * a happening leaves for the end of the transaction is there for the next one.
   */
  async replay(clock: SetClock, runner: QueryRunner): Promise<void> {
    for (const { at, happen } of this.events.sort((left, right) => left.at.getTime() - right.at.getTime())) {
      clock.set(at);
      await happen();
      await sendLastOnes(runner);
    }
  }
}

/** A moment in the opening hours of the day that lies so many days, at least one, back. */
export function timeOfDay(now: Date, daysAgo: number, chance: Chance): Date {
  const at = new Date(now);
  at.setUTCDate(at.getUTCDate() - daysAgo);
  at.setUTCHours(7 + chance.below(12), chance.below(60), chance.below(60), 0);
  return at;
}

export const later = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * 3_600_000);
