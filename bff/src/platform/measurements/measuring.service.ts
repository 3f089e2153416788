import { hostname } from 'node:os';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { MetricsService, type MetricValue } from '../metrics/metrics.service';
import { Clock } from '../time/clock.service';
import * as sql from './measurements.sql';
import { type Buckets, bucketsOf, bucketsSince, quantileOf } from './quantiles';

const minuteMs = 60_000;
/** Characters of a machine's name that its column holds beside the port. */
const longestHost = 100;

/** Cumulative counters, at a moment. */
interface Totals {
  calls: number;
  failed: number;
  durations: Buckets;
  statements: Buckets;
  waits: Buckets;
  /** Processor time, and the time at which it was read. */
  cpuMs: number;
  atMs: number;
}

/** Stores at the end of each minute what this server measured in it. */
@Injectable()
export class MeasuringService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Measurements');
  private readonly server: string;
  private before: Totals | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly metrics: MetricsService,
    private readonly clock: Clock,
  ) {
    this.server = `${hostname().slice(0, longestHost)}:${config.port}`;
  }

  async onApplicationBootstrap(): Promise<void> {
    this.before = await this.totals();
    this.wait();
  }

  /** Stores the measurements of the last minute too. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.measure(this.clock.now());
  }

  /** Stores what happened since the last call under the minute of `at`. Without a database the minute has no figures. */
  async measure(at: Date): Promise<void> {
    const [before, now] = [this.before, await this.totals()];
    this.before = now;
    if (!before) return;
    const minute = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
    try {
      await this.database.write(sql.insertMinute, [
        minute,
        this.server,
        ...(await this.figures(before, now)),
      ]);
    } catch (error) {
      this.logger.warn(`a minute was not stored: ${(error as Error).message}`);
    }
  }

  private wait(): void {
    const passed = this.clock.now().getTime() % minuteMs;
    this.timer = setTimeout(() => void this.endMinute(), minuteMs - passed).unref();
  }

  private async endMinute(): Promise<void> {
    await this.measure(new Date(this.clock.now().getTime() - minuteMs / 2));
    this.wait();
  }

  private async totals(): Promise<Totals> {
    const [requests, durations, statements, waits] = await Promise.all([
      this.metrics.values('bank_http_requests_total'),
      this.metrics.values('bank_http_request_duration_seconds'),
      this.metrics.values('bank_database_statement_duration_seconds'),
      this.metrics.values('bank_database_pool_wait_seconds'),
    ]);
    const { user, system } = process.cpuUsage();
    return {
      calls: sum(requests),
      failed: sum(requests.filter(({ labels }) => Number(labels.status) >= 500)),
      durations: bucketsOf(durations),
      statements: bucketsOf(statements),
      waits: bucketsOf(waits),
      cpuMs: (user + system) / 1000,
      atMs: performance.now(),
    };
  }

  private async figures(before: Totals, now: Totals): Promise<(number | null)[]> {
    const quantile = (name: 'durations' | 'statements' | 'waits', share: number) => {
      const seconds = quantileOf(bucketsSince(before[name], now[name]), share);
      return seconds === null ? null : seconds * 1000;
    };
    const [streams, waiting] = await Promise.all([
      this.metrics.values('bank_event_streams'),
      this.metrics.values('bank_rail_messages_waiting'),
    ]);
    return [
      now.calls - before.calls,
      now.failed - before.failed,
      quantile('durations', 0.5),
      quantile('durations', 0.99),
      quantile('statements', 0.99),
      quantile('waits', 0.99),
      (now.cpuMs - before.cpuMs) / Math.max(1, now.atMs - before.atMs),
      process.memoryUsage.rss(),
      sum(streams),
      sum(waiting),
    ];
  }
}

/** A gauge whose source failed has no number. */
const sum = (values: readonly MetricValue[]) =>
  values.reduce((total, { value }) => total + (Number.isNaN(value) ? 0 : value), 0);
