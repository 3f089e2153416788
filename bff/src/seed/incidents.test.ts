import { daysSinceIncident } from './incidents';
import { morningOf } from './timeline';

const day = 86_400_000;

it('has its incident in the month before, on every day of a year', () => {
  const first = Date.parse('2026-01-01T12:00:00Z');
  for (let at = 0; at < 365; at += 1) {
    const now = new Date(first + at * day);
    const incident = morningOf(now, daysSinceIncident(now));
    const months = (moment: Date) => moment.getUTCFullYear() * 12 + moment.getUTCMonth();
    expect([now.toISOString(), months(now) - months(incident)]).toEqual([now.toISOString(), 1]);
  }
});
