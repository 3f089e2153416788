import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { RepeatedTask } from '../../platform/tasks/repeated-task';
import { CreditFileThread } from './credit-file-thread.service';

const everyMs = 1_000;
const waiting = `SELECT 1 FROM credit_files WHERE state = 'booking' LIMIT 1`;

/** Has files of credits booked as soon as they may be. */
@Injectable()
export class CreditFileRunsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('CreditFiles');
  private readonly task = new RepeatedTask({
    work: (stopping) => this.book(stopping),
    everyMs,
    onFailure: (error) => this.logger.error('a round failed', error.stack),
  });

  constructor(
    private readonly database: Database,
    private readonly thread: CreditFileThread,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  private async book(stopping: AbortSignal): Promise<undefined> {
    if (await this.database.exists(waiting)) await this.thread.book(stopping);
  }
}
