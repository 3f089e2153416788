import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { HealthService } from '../../platform/health/health.service';
import { RepeatedTask } from '../../platform/tasks/repeated-task';
import { ScreeningService } from './screening.service';

/** How long a server works with a list before it looks for a newer one. */
const lookAgainMs = 60_000;
/** Without a list payments wait for a person; also after a failure. */
const soonMs = 2_000;

/**
 * Has this server read the sanctions list before it takes calls, and before jobs and rounds begin, which would hold payments
 * or fail without it; then each newer one.
 */
@Injectable()
export class ListRoundsService implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Sanctions');
  private readonly task = new RepeatedTask({
    work: () => this.round(),
    everyMs: soonMs,
    onFailure: (error) => this.warn(error),
  });

  constructor(
    private readonly screening: ScreeningService,
    health: HealthService,
  ) {
    health.addCheck(() => screening.isRead);
  }

  /** A server that starts before the migrations, or loses the database meanwhile, reads it later and is not ready until then. */
  async onModuleInit(): Promise<void> {
    await this.screening.refresh().catch((error: Error) => this.warn(error));
  }

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  private async round(): Promise<number> {
    await this.screening.refresh();
    return this.screening.hasList ? lookAgainMs : soonMs;
  }

  private warn(error: Error): void {
    this.logger.error('the list is not read', error.stack);
  }
}
