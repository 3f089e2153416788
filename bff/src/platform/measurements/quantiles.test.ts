import type { MetricValue } from '../metrics/metrics.service';
import { bucketsOf, bucketsSince, quantileOf } from './quantiles';

const values = (counts: Record<string, number>, labels: Record<string, string> = {}): MetricValue[] =>
  Object.entries(counts).map(([le, value]) => ({
    name: 'time_seconds_bucket',
    labels: { ...labels, le },
    value,
  }));

const hundred = bucketsOf(values({ '0.01': 50, '0.1': 90, '1': 100, '+Inf': 100 }));

it('estimates within the bucket', () => {
  expect(quantileOf(hundred, 0.5)).toBeCloseTo(0.01);
  expect(quantileOf(hundred, 0.7)).toBeCloseTo(0.055);
  expect(quantileOf(hundred, 0.99)).toBeCloseTo(0.91);
});

it('adds up the labels, and leaves sums and counts out', () => {
  const two = bucketsOf([
    ...values({ '0.01': 1, '+Inf': 1 }, { route: 'a' }),
    ...values({ '0.01': 0, '+Inf': 3 }, { route: 'b' }),
    { name: 'time_seconds_sum', labels: {}, value: 17 },
    { name: 'time_seconds_count', labels: {}, value: 4 },
  ]);
  expect([...two]).toEqual([
    [0.01, 1],
    [Infinity, 4],
  ]);
});

it('counts the observations since another moment', () => {
  const later = bucketsOf(values({ '0.01': 50, '0.1': 90, '1': 200, '+Inf': 200 }));
  expect(quantileOf(bucketsSince(hundred, later), 0.5)).toBeCloseTo(0.55);
  expect(quantileOf(bucketsSince(later, later), 0.5)).toBeNull();
});

it('counts values above the last bound as that bound, and finds the first used bucket', () => {
  expect(quantileOf(bucketsOf(values({ '0.01': 0, '1': 0, '+Inf': 4 })), 0.99)).toBe(1);
  expect(quantileOf(bucketsOf(values({ '0.01': 0, '1': 4, '+Inf': 4 })), 0)).toBeCloseTo(0.01);
  expect(quantileOf(bucketsOf([]), 0.99)).toBeNull();
});
