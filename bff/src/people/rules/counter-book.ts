import { windowHours, type Counter, type Measure } from '@bank/contracts/rule-words';
import { hourMs } from '../../platform/time/durations';
import { firstStep, stepOf } from '../../platform/time/window-steps';
import { counterDefinitions, eachCounter } from './counter-definitions';
import type { ScoredEvent } from './scored-event';
import { type Bucket, type Mark, SeriesPool } from './series-pool';

/** The longest window, in hours. */
const longest = Math.max(...windowHours);

/** One series of a counter, such as the transfers of one customer. */
export interface SeriesKey {
  counter: Counter;
  key: string | number;
  /** The name under which it is stored. */
  name: string;
  /** The hours of the longest window that is asked of it; 0 where it is only counted, or asked how long ago. */
  hours: number;
}

/** An event's contribution to a series. */
export interface Addition extends Bucket {
  series: string;
  after: Mark;
}

const seriesName = (counter: Counter, key: string | number) => `${counter}:${key}`;

/** A series of an event, while the event is counted. */
interface Due {
  key: string | number | undefined;
  value: string | null;
}

/**
 * Counters in memory. The live scoring fills it with the locked rows of one event's series; a replay keeps it over all of
 * history: both count alike because it is the same book.
 */
export class CounterBook {
  private readonly pool = new SeriesPool();
  private readonly places = new Map<Counter, Map<string | number, number>>();
  private readonly due = eachCounter.map((): Due => ({ key: undefined, value: null }));

  /** Takes a series as it is stored; the steps the oldest first. */
  put({ counter, key }: Pick<SeriesKey, 'counter' | 'key'>, mark: Mark, buckets: Bucket[]): void {
    const place = this.pool.create(mark);
    this.placesOf(counter).set(key, place);
    for (const bucket of buckets) this.pool.add(place, bucket);
  }

  /** A measure of a counter before an event; null where nothing is known. */
  measure(event: ScoredEvent, counter: Counter, measure: Measure, hours = 0): number | null {
    const key = counterDefinitions[counter].reads(event);
    if (key === undefined) return null;
    const place = this.places.get(counter)?.get(key);
    const isWindowed = measure === 'count' || measure === 'sum';
    if (place === undefined) return isWindowed || measure === 'age_hours' ? 0 : null;
    if (isWindowed) {
      const from = firstStep(event.at, hours);
      return measure === 'count' ? this.pool.countSince(place, from) : this.pool.sumSince(place, from) / 100;
    }
    const moment = this.momentOf(place, event, counter, measure);
    return moment === null ? null : Math.max(0, event.at.getTime() - moment) / hourMs;
  }

  private momentOf(
    place: number,
    event: ScoredEvent,
    counter: Counter,
    measure: Exclude<Measure, 'count' | 'sum'>,
  ): number | null {
    if (measure === 'age_hours') return this.pool.firstOf(place);
    if (measure === 'idle_hours') return this.pool.lastOf(place);
    return this.pool.elsewhereOf(place, counterDefinitions[counter].value?.(event));
  }

  /** Counts an event, and returns its additions. */
  add(event: ScoredEvent): Addition[] {
    const additions: Addition[] = [];
    const [bucket, sum] = [stepOf(event.at), sumOf(event)];
    this.count(event, (counter, key, place) => {
      const after = this.pool.markOf(place);
      additions.push({ series: seriesName(counter, key), after, bucket, count: 1, sum });
    });
    return additions;
  }

  /** Counts an event. @param counted takes each series that it was added to */
  count(event: ScoredEvent, counted?: (counter: Counter, key: string | number, place: number) => void): void {
    // All are judged by the book before the event: a counter may look at another one's series.
    for (let index = 0; index < eachCounter.length; index += 1) {
      const [, definition] = eachCounter[index]!;
      const due = this.due[index]!;
      due.key = definition.counts(event, this);
      due.value = (due.key === undefined ? undefined : definition.value?.(event)) ?? null;
    }
    const step = { bucket: stepOf(event.at), count: 1, sum: sumOf(event) };
    for (let index = 0; index < eachCounter.length; index += 1) {
      const { key, value } = this.due[index]!;
      if (key === undefined) continue;
      const [counter] = eachCounter[index]!;
      const place = this.addTo(counter, key, value, event, step);
      counted?.(counter, key, place);
    }
  }

  private addTo(
    counter: Counter,
    key: string | number,
    value: string | null,
    { at }: ScoredEvent,
    step: Bucket,
  ): number {
    const moment = at.getTime();
    const places = this.placesOf(counter);
    let place = places.get(key);
    if (place === undefined) {
      place = this.pool.create({ first: moment, last: moment, value, elsewhere: null });
      places.set(key, place);
    } else {
      this.pool.forget(place, firstStep(at, longest));
      this.pool.mark(place, moment, value);
    }
    this.pool.add(place, step);
    return place;
  }

  private placesOf(counter: Counter): Map<string | number, number> {
    let places = this.places.get(counter);
    if (!places) this.places.set(counter, (places = new Map()));
    return places;
  }
}

/** The amount of an event in cents. */
const sumOf = ({ facts: { amount = 0 } }: ScoredEvent) => Math.round(amount * 100);

const empty = new CounterBook();

/** The series that must be read to judge an event by the counters that rules ask for, and to count it. */
export function seriesOf(event: ScoredEvent, asked: ReadonlyMap<Counter, number>): SeriesKey[] {
  return eachCounter.flatMap(([counter, { reads, counts }]) => {
    const keys = new Set([asked.has(counter) ? reads(event) : undefined, counts(event, empty)]);
    keys.delete(undefined);
    const hours = asked.get(counter) ?? 0;
    return [...keys].map((key) => ({ counter, key: key!, name: seriesName(counter, key!), hours }));
  });
}
