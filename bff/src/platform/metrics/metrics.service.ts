import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withinTime } from '../errors/deadline';

/** A value with its labels, which are few and name no person. */
interface Sample {
  labels?: Record<string, string>;
  value: number;
}

/** A value as `/metrics` names it: a histogram's are `…_bucket`, `…_sum` and `…_count`. */
export interface MetricValue {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Name (with its unit, as Prometheus asks: `_seconds`, `_bytes`, `_total`), sentence and labels of a metric. */
interface MetricDescription {
  name: string;
  help: string;
  labels?: string[];
}

/** A slow source does not delay the others, whose values a scrape still returns. Longer than the readiness probe takes. */
const readMilliseconds = 3_000;
/** However often metrics are scraped, sources are read at most once within this time. */
const freshMilliseconds = 2_000;

/** This server's own metrics. */
@Injectable()
export class MetricsService implements OnApplicationShutdown {
  private readonly logger = new Logger('Metrics');
  private readonly registry = new Registry();
  private readonly unread: Counter;
  /** Sources that fail, to log a lasting failure once. */
  private readonly failing = new Set<string>();

  constructor() {
    this.unread = this.counter({
      name: 'bank_metrics_unread_total',
      help: 'Values that could not be read in time.',
      labels: ['metric'],
    });
    collectDefaultMetrics({ register: this.registry });
  }

  onApplicationShutdown(): void {
    this.registry.clear();
  }

  readonly contentType = this.registry.contentType;

  /** @throws Error when the name is taken. */
  counter({ name, help, labels = [] }: MetricDescription): Counter {
    return new Counter({ name, help, labelNames: labels, registers: [this.registry] });
  }

  /**
   * @param buckets upper bounds, in the unit of the name
   * @throws Error when the name is taken.
   */
  histogram({ name, help, labels = [] }: MetricDescription, buckets: number[]): Histogram {
    return new Histogram({ name, help, labelNames: labels, buckets, registers: [this.registry] });
  }

  /**
   * Defines a metric whose values are read when they are scraped. A source that fails or is slow has no values then.
   * @throws Error when the name is taken.
   */
  gauge({ name, help, labels = [] }: MetricDescription, read: () => Sample[] | Promise<Sample[]>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.registry],
      collect: () => this.fill({ name, help, labels }, gauge, reading),
    });
    let latest: { at: number; samples: Promise<Sample[]> } | undefined;
    const reading = () => {
      const now = performance.now();
      if (!latest || now - latest.at > freshMilliseconds)
        latest = { at: now, samples: Promise.resolve().then(read) };
      return latest.samples;
    };
  }

  /** The values of one metric, as of now; none when it is not defined. */
  async values(name: string): Promise<MetricValue[]> {
    const metric = await this.registry.getSingleMetric(name)?.get();
    return (metric?.values ?? []).map(({ labels, value, ...own }) => ({
      // A histogram's values have names of their own, which the types leave out.
      name: (own as { metricName?: string }).metricName ?? name,
      value,
      labels: Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, String(label)])),
    }));
  }

  /** All metrics as of now, in Prometheus' text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  private async fill(
    { name, labels = [] }: MetricDescription,
    gauge: Gauge,
    read: () => Promise<Sample[]>,
  ): Promise<void> {
    // Without a label there is always a value: NaN, which no alert compares as true.
    if (labels.length === 0) gauge.set(NaN);
    else gauge.reset();
    try {
      const samples = await withinTime(read(), readMilliseconds);
      for (const sample of samples) gauge.set(sample.labels ?? {}, sample.value);
      this.failing.delete(name);
    } catch (error) {
      this.unread.inc({ metric: name });
      if (!this.failing.has(name)) this.logger.warn(`${name} was not read: ${(error as Error).message}`);
      this.failing.add(name);
    }
  }
}
