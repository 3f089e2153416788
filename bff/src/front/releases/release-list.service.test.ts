import { failureRateOf } from './release-list.service';

const none = { shown: 0, load: 0, integrity: 0, surface: 0, render: 0 };

it('has no failure rate without reports', () => {
  expect(failureRateOf(none)).toBeNull();
});

it.each(['load', 'integrity', 'surface'] as const)(
  'counts what was not opened (%s) as a failed opening',
  (kind) => {
    expect(failureRateOf({ ...none, [kind]: 3 })).toBe(1);
    expect(failureRateOf({ ...none, shown: 9, [kind]: 1 })).toBe(0.1);
  },
);

it('counts what threw once, as it was shown before', () => {
  expect(failureRateOf({ ...none, shown: 10, render: 5 })).toBe(0.5);
  expect(failureRateOf({ ...none, render: 2 })).toBe(1);
});
