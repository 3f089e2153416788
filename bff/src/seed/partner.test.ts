import { partnerFigureDays } from '@bank/contracts/partners';
import { parisDay } from '../platform/time/paris-day';
import { dayFigures } from './partner';

it('gives each past day its figures once, at any hour and around clock changes', () => {
  for (const change of ['2026-03-29', '2026-10-25']) {
    for (let hours = 0; hours < 40 * 24; hours += 1) {
      const now = new Date(Date.parse(change) + hours * 3_600_000);
      const days = dayFigures(now).map(({ day }) => day);
      expect(new Set(days).size).toBe(2 * partnerFigureDays - 1);
      expect(days.every((day) => day < parisDay(now))).toBe(true);
    }
  }
});
