import { tracingChannel } from 'node:diagnostics_channel';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Counter, Histogram } from 'prom-client';
import { MetricsService } from '../metrics/metrics.service';
import { withinTime } from '../errors/deadline';
import { Database, variableRow } from './database';

const buckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/** The tracing context of mysql2 for a statement or a wait for a connection, with the moment we add. */
interface Traced {
  startedAt?: number;
  error?: unknown;
}

/** Times statements and waits for the pool, by the driver's diagnostics channels. */
@Injectable()
export class DatabaseMetricsService implements OnModuleInit, OnApplicationShutdown {
  private readonly statements: Histogram;
  private readonly waits: Histogram;
  private readonly errors: Counter;
  private readonly watched: (() => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly metrics: MetricsService,
  ) {
    this.statements = metrics.histogram(
      { name: 'bank_database_statement_duration_seconds', help: 'Time of a packet of statements.' },
      buckets,
    );
    this.waits = metrics.histogram(
      { name: 'bank_database_pool_wait_seconds', help: 'Time until a connection of the pool was free.' },
      buckets,
    );
    this.errors = metrics.counter({
      name: 'bank_database_errors_total',
      help: 'Packets that failed, by the error code of the server (`ER_…`) or of the driver.',
      labels: ['error'],
    });
  }

  onModuleInit(): void {
    this.watch('mysql2:query', this.statements);
    this.watch('mysql2:pool:connect', this.waits);
    this.metrics.gauge(
      { name: 'bank_database_up', help: '1 while the database responds within two seconds.' },
      async () => [{ value: (await this.responds()) ? 1 : 0 }],
    );
    this.metrics.gauge(
      {
        name: 'bank_database_replicas',
        help: 'Replicas that acknowledge commits (semi-synchronous replication).',
      },
      async () => [{ value: await this.replicas() }],
    );
  }

  onApplicationShutdown(): void {
    this.watched.forEach((end) => end());
  }

  private watch(channel: string, histogram: Histogram): void {
    const subscribers = {
      start: (traced: Traced) => void (traced.startedAt = performance.now()),
      asyncStart: ({ startedAt, error }: Traced) => {
        if (startedAt !== undefined) histogram.observe((performance.now() - startedAt) / 1000);
        if (error) this.errors.inc({ error: errorName(error) });
      },
      end: () => undefined,
      asyncEnd: () => undefined,
      error: () => undefined,
    };
    const traced = tracingChannel<Traced>(channel);
    traced.subscribe(subscribers);
    this.watched.push(() => traced.unsubscribe(subscribers));
  }

  /** The deadline is shorter than that of reading a metric, which would have no value then. */
  private async responds(): Promise<boolean> {
    return withinTime(this.database.exists('SELECT 1'), 2_000).catch(() => false);
  }

  /** 0 on a server without semi-synchronous replication. */
  private async replicas(): Promise<number> {
    const found = await this.database.row(
      variableRow,
      `SHOW GLOBAL STATUS LIKE 'Rpl_semi_sync_master_clients'`,
    );
    return Number(found?.Value ?? 0);
  }
}

const errorName = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'other';
