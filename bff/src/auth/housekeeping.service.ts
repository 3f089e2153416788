import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../common/clock';

const minute = 60_000;
const day = 24 * 60 * minute;
const interval = 15 * minute;
const batch = 1_000;

/** What is kept for how long after it stopped mattering; a session takes its refresh tokens along. */
const leftovers = [
  { statement: 'DELETE FROM mfa_challenges WHERE expires_at < ? LIMIT ?', keptFor: minute },
  { statement: 'DELETE FROM login_failures WHERE updated_at < ? LIMIT ?', keptFor: day },
  { statement: 'DELETE FROM password_resets WHERE created_at < ? LIMIT ?', keptFor: day },
  { statement: 'DELETE FROM sessions WHERE expires_at < ? LIMIT ?', keptFor: 7 * day },
];

/** Throws away, a little at a time, what sign-ins leave behind. Several servers may do it at once. */
@Injectable()
export class HousekeepingService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Housekeeping');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), interval).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** One round; a failure is logged, and the next round does what this one left. */
  async sweep(): Promise<void> {
    try {
      for (const { statement, keptFor } of leftovers) {
        await this.dataSource.query(statement, [new Date(this.clock.now().getTime() - keptFor), batch]);
      }
    } catch (error) {
      this.logger.warn(`nothing swept: ${(error as Error).message}`);
    }
  }
}
