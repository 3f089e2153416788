import { renderPage } from '../../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import { setLanguage } from '@bank/i18n/language';
import { DaysLeft, passedOf } from './days-left';

const income = { last: '2026-11-04', next: '2026-12-04' };

beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-23T22:30:00Z') }));
afterEach(() => jest.useRealTimers());

it('divides the available balance by the days until the next income', () => {
  renderPage(<DaysLeft income={income} available={1766.25} />);
  expect(
    screen.getByText(
      /^Il vous reste 11 jours, 160\s€ par jour, jusqu’à votre prochaine rentrée d’argent, attendue le 4 déc. 2026\.$/,
    ),
  ).toBeInTheDocument();
});

it('writes the amount as all others, in French notation, in English too', () => {
  act(() => setLanguage('en'));
  renderPage(<DaysLeft income={income} available={13_984.67} />);
  expect(screen.getByText(/^11 days left, 1\s271\s€ a day/)).toBeInTheDocument();
});

it('shows no amount a day without money left, and the day of the income itself', () => {
  renderPage(<DaysLeft income={income} available={-20} />);
  expect(screen.getByText(/^Il reste 11 jours jusqu’à/)).toBeInTheDocument();
  renderPage(<DaysLeft income={{ ...income, next: '2026-11-23' }} available={10} />);
  expect(screen.getByText('Votre prochaine rentrée d’argent est attendue aujourd’hui.')).toBeInTheDocument();
});

it('measures the way from one income to the next', () => {
  expect(passedOf(income)).toBeCloseTo(19 / 30);
  expect(passedOf({ last: '2026-11-23', next: '2026-11-23' })).toBe(1);
});
