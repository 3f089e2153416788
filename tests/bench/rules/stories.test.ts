import { recallOf } from './recall';
import { tell } from './stories';

describe('made-up stories', () => {
  const { rules, honestEvents } = recallOf(tell(3_000, 240));

  it.each(rules)('$name finds most frauds of its kind', ({ stories, found }) => {
    expect(stories).toBe(20);
    // One in ten is careful and stays below the threshold.
    expect(found).toBeGreaterThanOrEqual(12);
    expect(found).toBeLessThanOrEqual(20);
  });

  it('are honest without an alarm, but for few', () => {
    const alarms = rules.reduce((sum, { falseAlarms }) => sum + falseAlarms, 0);
    expect(honestEvents).toBeGreaterThan(12_000);
    expect(alarms / honestEvents).toBeLessThan(0.005);
  });
});
