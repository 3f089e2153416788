import { Injectable } from '@nestjs/common';

/** The server's clock, injected so that tests and the seed can set it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
