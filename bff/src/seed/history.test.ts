import { SeededRandom } from './deterministic';
import { historyDays, mariesHabits, pastMovements } from './history';

const now = new Date('2026-11-21T10:00:00Z');
const movements = () => pastMovements(mariesHabits, now, new SeededRandom());

describe('the demonstration’s history', () => {
  it('is the same in every run', () => {
    expect(movements()).toEqual(movements());
  });

  it('lies in the past and contains marie’s movements', () => {
    expect(movements().length).toBeGreaterThanOrEqual(30);
    for (const { at, amount } of movements()) {
      expect(at.getTime()).toBeLessThan(now.getTime());
      expect(now.getTime() - at.getTime()).toBeLessThan((historyDays + 1) * 86_400_000);
      expect(amount).not.toBe(0n);
    }
  });
});
