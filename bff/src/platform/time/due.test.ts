import { dueBy } from './due';

const minute = 60_000;

it('a time further ahead than any pause is due, since the clock was set back', () => {
  const at = (minutes: number) => new Date(Date.UTC(2027, 0, 4, 10) + minutes * minute);
  const isDue = (moment: Date) => {
    const [now, beyond] = dueBy(at(0), 5 * minute);
    return moment <= now || moment > beyond;
  };
  const due = [-1, 0, 1, 5, 15, 16, 125].filter((minutes) => isDue(at(minutes)));
  expect(due).toEqual([-1, 0, 16, 125]);
});
