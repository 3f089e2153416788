import type { MetricValue } from '../metrics/metrics.service';

/** The number of observations up to each upper bound, over all labels. */
export type Buckets = ReadonlyMap<number, number>;

/** The buckets of a histogram out of its values as Prometheus names them (`…_bucket` with the label `le`). */
export function bucketsOf(values: readonly MetricValue[]): Buckets {
  const buckets = new Map<number, number>();
  for (const { name, labels, value } of values) {
    if (!name.endsWith('_bucket')) continue;
    const bound = labels.le === '+Inf' ? Infinity : Number(labels.le);
    buckets.set(bound, (buckets.get(bound) ?? 0) + value);
  }
  return new Map([...buckets].toSorted(([left], [right]) => left - right));
}

/** The observations since `before`. */
export const bucketsSince = (before: Buckets, now: Buckets): Buckets =>
  new Map([...now].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)]));

/**
 * The value below which a share of the observations lies, in the unit of the bounds, estimated within its bucket as Prometheus'
 * `histogram_quantile` does; null without observations. What exceeds the last finite bound counts as that bound.
 */
export function quantileOf(buckets: Buckets, share: number): number | null {
  const total = buckets.get(Infinity) ?? 0;
  if (total === 0) return null;
  let [lower, below] = [0, 0];
  for (const [bound, count] of buckets) {
    if (count >= share * total && count > below) {
      if (bound === Infinity) return lower;
      return lower + (bound - lower) * ((share * total - below) / (count - below));
    }
    if (bound !== Infinity) [lower, below] = [bound, count];
  }
  return lower;
}
