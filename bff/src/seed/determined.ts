import { Chance } from '../common/chance';
import { Clock } from '../common/clock';
import { EventsService } from '../events/events.service';

/** A clock that shows what it was set to. */
export class SetClock extends Clock {
  constructor(private time: Date) {
    super();
  }

  set(time: Date): void {
    this.time = time;
  }

  override now(): Date {
    return this.time;
  }
}

/** Draws the same numbers in every run: mulberry32, which is random enough for a demonstration and for nothing else. */
export class SeededChance extends Chance {
  private state = 20_261_121;

  override below(bound: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  }
}

/** Live events of the past: nobody listened. */
export class UnheardEvents extends EventsService {
  override emitAll(): void {}
  override emitNotification(): void {}
}
