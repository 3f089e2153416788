import { RandomSource } from '../platform/security/random-source.service';
import { Clock } from '../platform/time/clock.service';
import { ApplicationDecisions } from '../people/kyc/application-decisions';
import { EventsService } from '../platform/events/events.service';

/** A clock that returns the time it was set to. */
export class ManualClock extends Clock {
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

/** The same numbers in every run (mulberry32); not for anything but the demonstration. */
export class SeededRandom extends RandomSource {
  private state = 20_261_121;

  override below(bound: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  }
}

/** Nobody of the demonstration came from a partner's page. */
export class NoApplications extends ApplicationDecisions {
  override decided(): Promise<void> {
    return Promise.resolve();
  }
}

/** Publishes nothing: events of the past have no listeners. */
export class SilentEvents extends EventsService {
  override emitAll(): void {}
  override emitNotification(): void {}
  override emitNotifications(): void {}
}
