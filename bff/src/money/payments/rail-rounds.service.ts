import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { PaymentDispatchService } from './payment-dispatch.service';

const everyMs = 1_000;

/**
 * Once a second: begins payments whose day has come, sends what is due, asks for late answers, and repeats messages
 * without an answer. Several servers share the work through the locks of its rows.
 */
@Injectable()
export class RailRoundsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Rail');
  private timer: NodeJS.Timeout | undefined;
  private round = Promise.resolve();
  private stopping = false;
  /** A lasting failure is logged once. */
  private failing = false;

  constructor(
    private readonly rail: PaymentRail,
    private readonly dispatch: PaymentDispatchService,
  ) {}

  onApplicationBootstrap(): void {
    if (this.rail.isConfigured) this.wait();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      this.round = this.run().then(() => {
        if (!this.stopping) this.wait();
      });
    }, everyMs).unref();
  }

  private async run(): Promise<void> {
    try {
      await this.dispatch.beginDue();
      await this.dispatch.sendDue();
      await this.dispatch.askDue();
      await this.rail.deliverDue();
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.error('a round over the rail failed', (error as Error).stack);
      this.failing = true;
    }
  }
}
