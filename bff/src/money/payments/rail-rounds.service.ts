import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { RepeatedTask } from '../../platform/tasks/repeated-task';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { PaymentDispatchService } from './payment-dispatch.service';

const everyMs = 1_000;

/**
 * Once a second: begins payments whose day has come, sends what is due, asks for late answers, and repeats messages
 * without an answer. Each is a task of its own, so that a clearing house that answers late to one holds up no other.
 * Several servers share the work through the locks of its rows.
 */
@Injectable()
export class RailRoundsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Rail');
  private readonly tasks: RepeatedTask[];

  constructor(
    private readonly rail: PaymentRail,
    dispatch: PaymentDispatchService,
  ) {
    this.tasks = [
      this.task('scheduled payments', () => dispatch.beginDue()),
      this.task('instant payments', () => dispatch.sendInstant()),
      this.task('batches', () => dispatch.sendBatches()),
      this.task('questions', () => dispatch.askDue()),
      this.task('repeated messages', () => rail.deliverDue()),
    ];
  }

  onApplicationBootstrap(): void {
    if (this.rail.isConfigured) for (const task of this.tasks) task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }

  private task(name: string, work: () => Promise<unknown>): RepeatedTask {
    return new RepeatedTask({
      work: async () => void (await work()),
      everyMs,
      onFailure: (error) => this.logger.error(`a round of ${name} failed`, error.stack),
    });
  }
}
