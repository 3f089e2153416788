import { dayHeading } from './day-heading';

const noon = '2026-11-22T11:00:00Z';

it.each([
  ['2026-11-21T23:30:00Z', 'Aujourd’hui', 'Today'],
  ['2026-11-21T22:59:00Z', 'Hier', 'Yesterday'],
  ['2026-11-17T12:00:00Z', 'Mardi 17 nov. 2026', 'Tuesday 17 Nov 2026'],
  ['2026-11-23T12:00:00Z', 'Lundi 23 nov. 2026', 'Monday 23 Nov 2026'],
])('heads the group of %s', (moment, inFrench, inEnglish) => {
  expect(dayHeading('fr', moment, noon).replaceAll(/\s/g, ' ')).toBe(inFrench);
  expect(dayHeading('en', moment, noon).replaceAll(/\s/g, ' ')).toBe(inEnglish);
});
