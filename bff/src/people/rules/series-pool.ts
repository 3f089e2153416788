/** The moments of a series, and the value of its last event. */
export interface Mark {
  first: number;
  last: number;
  /** The value of the last event, such as a country, and when there was another one before it. */
  value: string | null;
  elsewhere: number | null;
}

/** The events of a series within one step of a window. */
export interface Bucket {
  bucket: number;
  count: number;
  /** Euro cents. */
  sum: number;
}

const none = -1;

/** An array of twice the length that begins with the same numbers. */
function doubled<Numbers extends Int32Array | Float64Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/**
 * Series in a few arrays of numbers: a replay keeps millions of series and steps, and as many objects would keep the garbage
 * collector busy for longer than the rules. A series is a place in the arrays; its steps are a chain sorted by time.
 */
export class SeriesPool {
  private count = 0;
  private firsts = new Float64Array(16);
  private lasts = new Float64Array(16);
  private readonly values: (string | null)[] = [];
  /** Not a number without one. */
  private elsewheres = new Float64Array(16);
  private oldest = new Int32Array(16);
  private newest = new Int32Array(16);

  private used = 0;
  private buckets = new Int32Array(16);
  private counts = new Int32Array(16);
  private sums = new Float64Array(16);
  private newer = new Int32Array(16);
  private older = new Int32Array(16);
  /** The first of the steps that are free again, chained by `newer`. */
  private free = none;

  /** A new series without steps; returns its place. */
  create({ first, last, value, elsewhere }: Mark): number {
    const place = this.count;
    if (place === this.firsts.length) this.growSeries();
    this.count += 1;
    this.firsts[place] = first;
    this.lasts[place] = last;
    this.values.push(value);
    this.elsewheres[place] = elsewhere ?? NaN;
    this.oldest[place] = none;
    this.newest[place] = none;
    return place;
  }

  firstOf(place: number): number {
    return this.firsts[place]!;
  }

  lastOf(place: number): number {
    return this.lasts[place]!;
  }

  /** When the last event of another value was; null without one. */
  elsewhereOf(place: number, value: string | undefined): number | null {
    const known = this.values[place]!;
    if (known !== null && known !== value) return this.lasts[place]!;
    const elsewhere = this.elsewheres[place]!;
    return Number.isNaN(elsewhere) ? null : elsewhere;
  }

  markOf(place: number): Mark {
    const elsewhere = this.elsewheres[place]!;
    return {
      first: this.firsts[place]!,
      last: this.lasts[place]!,
      value: this.values[place]!,
      elsewhere: Number.isNaN(elsewhere) ? null : elsewhere,
    };
  }

  /** Takes the moment and the value of an event. */
  mark(place: number, moment: number, value: string | null): void {
    if (this.values[place] !== value) {
      this.elsewheres[place] = this.lasts[place]!;
      this.values[place] = value;
    }
    if (moment < this.firsts[place]!) this.firsts[place] = moment;
    if (moment > this.lasts[place]!) this.lasts[place] = moment;
  }

  /** How many since a step. */
  countSince(place: number, from: number): number {
    let count = 0;
    for (let at = this.newest[place]!; at !== none && this.buckets[at]! >= from; at = this.older[at]!) {
      count += this.counts[at]!;
    }
    return count;
  }

  /** How much since a step, in cents. */
  sumSince(place: number, from: number): number {
    let sum = 0;
    for (let at = this.newest[place]!; at !== none && this.buckets[at]! >= from; at = this.older[at]!) {
      sum += this.sums[at]!;
    }
    return sum;
  }

  /** Adds to a step, also for simultaneous events that are reported late. */
  add(place: number, { bucket, count, sum }: Bucket): void {
    let before = this.newest[place]!;
    while (before !== none && this.buckets[before]! > bucket) before = this.older[before]!;
    const isKnown = before !== none && this.buckets[before] === bucket;
    const at = isKnown ? before : this.insert(place, before, bucket);
    this.counts[at] = this.counts[at]! + count;
    this.sums[at] = this.sums[at]! + sum;
  }

  /** Forgets the steps before one. */
  forget(place: number, before: number): void {
    for (;;) {
      const at = this.oldest[place]!;
      if (at === none || this.buckets[at]! >= before) return;
      const next = this.newer[at]!;
      this.oldest[place] = next;
      if (next === none) this.newest[place] = none;
      else this.older[next] = none;
      this.newer[at] = this.free;
      this.free = at;
    }
  }

  private insert(place: number, before: number, bucket: number): number {
    const at = this.take();
    const after = before === none ? this.oldest[place]! : this.newer[before]!;
    this.buckets[at] = bucket;
    this.counts[at] = 0;
    this.sums[at] = 0;
    this.older[at] = before;
    this.newer[at] = after;
    if (before === none) this.oldest[place] = at;
    else this.newer[before] = at;
    if (after === none) this.newest[place] = at;
    else this.older[after] = at;
    return at;
  }

  private take(): number {
    if (this.free !== none) {
      const at = this.free;
      this.free = this.newer[at]!;
      return at;
    }
    if (this.used === this.buckets.length) this.growBuckets();
    this.used += 1;
    return this.used - 1;
  }

  private growSeries(): void {
    this.firsts = doubled(this.firsts);
    this.lasts = doubled(this.lasts);
    this.elsewheres = doubled(this.elsewheres);
    this.oldest = doubled(this.oldest);
    this.newest = doubled(this.newest);
  }

  private growBuckets(): void {
    this.buckets = doubled(this.buckets);
    this.counts = doubled(this.counts);
    this.sums = doubled(this.sums);
    this.newer = doubled(this.newer);
    this.older = doubled(this.older);
  }
}
