import { partnerFigureDays } from '@bank/contracts/partners';
import { parisDay } from '../common/paris-day';
import { dayFigures } from './partner';

it('gives each day that is over its figures once, at whatever hour and however lately the clocks changed', () => {
  for (const change of ['2026-03-29', '2026-10-25']) {
    for (let hours = 0; hours < 40 * 24; hours += 1) {
      const now = new Date(Date.parse(change) + hours * 3_600_000);
      const days = dayFigures(now).map(({ day }) => day);
      expect(new Set(days).size).toBe(partnerFigureDays - 1);
      expect(days.every((day) => day < parisDay(now))).toBe(true);
    }
  }
});
