import { Injectable } from '@nestjs/common';

/** The time by which the server acts, injected so that tests and the demonstration data may set it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
