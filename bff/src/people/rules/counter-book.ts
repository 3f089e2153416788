import { windowHours, type Counter, type Measure } from '@bank/contracts/rule-words';
import { counterDefinitions, eachCounter } from './counter-definitions';
import type { ScoredEvent } from './scored-event';

const hourMilliseconds = 3_600_000;
/** Windows are counted in steps of ten minutes. */
const bucketMilliseconds = 600_000;
const longest = Math.max(...windowHours) * hourMilliseconds;

/** The step of a window in which a moment lies. */
export const bucketOf = (at: Date): number => Math.floor(at.getTime() / bucketMilliseconds);
/** The first step of a window that ends at a moment. */
export const firstBucket = (at: Date, hours: number): number =>
  bucketOf(new Date(at.getTime() - hours * hourMilliseconds)) + 1;
/** Steps before this one are in no window. */
export const oldestBucket = (at: Date): number => bucketOf(new Date(at.getTime() - longest));

export interface Bucket {
  bucket: number;
  count: number;
  /** Euro cents. */
  sum: bigint;
}

/** One series of a counter, such as what one customer sends. */
export interface Series {
  first: number;
  last: number;
  /** The value of the last event, such as a country, and when there was another one before it. */
  value: string | null;
  elsewhere: number | null;
  /** The oldest first. */
  buckets: Bucket[];
}

/** What an event adds to a series. */
export interface Addition extends Bucket {
  series: string;
  after: Series;
}

export const seriesName = (counter: Counter, key: string | number) => `${counter}:${key}`;

/**
 * Counters in memory. The live scoring fills it with the locked rows of one event's series; a replay keeps it over all of
 * history: both count alike because it is the same book.
 */
export class CounterBook {
  private readonly series = new Map<string, Series>();

  /** Takes a series as it is stored. */
  put(name: string, series: Series): void {
    this.series.set(name, series);
  }

  /** How many series it holds. */
  get size(): number {
    return this.series.size;
  }

  /** A measure of a counter before an event; null where nothing is known. */
  measure(event: ScoredEvent, counter: Counter, measure: Measure, hours = 0): number | null {
    const key = counterDefinitions[counter].reads(event);
    if (key === undefined) return null;
    const series = this.series.get(seriesName(counter, key));
    const since = (moment: number | null | undefined) =>
      moment === null || moment === undefined
        ? null
        : Math.max(0, event.at.getTime() - moment) / hourMilliseconds;
    switch (measure) {
      case 'age_hours':
        return since(series?.first) ?? 0;
      case 'idle_hours':
        return since(series?.last);
      case 'elsewhere_hours':
        return since(series && elsewhereOf(series, counterDefinitions[counter].value?.(event)));
      default:
        return windowOf(series, firstBucket(event.at, hours), measure);
    }
  }

  /** Counts an event, and returns what it added. */
  add(event: ScoredEvent): Addition[] {
    const additions: Addition[] = [];
    // All are judged by the book before the event: a counter may look at another one's series.
    const due = eachCounter.flatMap(([counter, definition]) => {
      const key = definition.counts(event, this);
      return key === undefined ? [] : [{ counter, key, value: definition.value?.(event) ?? null }];
    });
    for (const { counter, key, value } of due) {
      additions.push(this.addTo(seriesName(counter, key), event, value));
    }
    return additions;
  }

  private addTo(name: string, { at, facts }: ScoredEvent, value: string | null): Addition {
    const moment = at.getTime();
    const series = this.series.get(name) ?? {
      ...{ first: moment, last: moment, value, elsewhere: null },
      buckets: [],
    };
    const bucket = bucketOf(at);
    const sum = BigInt(Math.round((facts.amount ?? 0) * 100));
    const oldest = oldestBucket(at);
    while (series.buckets[0] && series.buckets[0].bucket < oldest) series.buckets.shift();
    const last = series.buckets.at(-1);
    if (last?.bucket === bucket) {
      last.count += 1;
      last.sum += sum;
    } else series.buckets.push({ bucket, count: 1, sum });
    if (series.value !== value) Object.assign(series, { elsewhere: series.last, value });
    series.first = Math.min(series.first, moment);
    series.last = Math.max(series.last, moment);
    this.series.set(name, series);
    return { series: name, after: series, bucket, count: 1, sum };
  }
}

/** When the last event of another value was. */
const elsewhereOf = (series: Series, value: string | undefined) =>
  series.value !== null && series.value !== value ? series.last : series.elsewhere;

function windowOf(series: Series | undefined, from: number, measure: 'count' | 'sum'): number {
  let count = 0;
  let sum = 0n;
  for (const bucket of series?.buckets ?? []) {
    if (bucket.bucket < from) continue;
    count += bucket.count;
    sum += bucket.sum;
  }
  return measure === 'count' ? count : Number(sum) / 100;
}

const empty = new CounterBook();

/** The series that must be read to judge an event by the counters that rules ask for, and to count it. */
export function seriesOf(event: ScoredEvent, asked: ReadonlySet<Counter>): string[] {
  const names = eachCounter.flatMap(([counter, { reads, counts }]) =>
    [asked.has(counter) ? reads(event) : undefined, counts(event, empty)].flatMap((key) =>
      key === undefined ? [] : [seriesName(counter, key)],
    ),
  );
  return [...new Set(names)].sort();
}
