import { renderPage } from '../../../../tests/support/ui';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from '@bank/client/router';
import { setLanguage } from '@bank/i18n/language';
import { LandingPage } from './landing-page';

const scrolled: [string, unknown][] = [];

beforeEach(() => {
  scrolled.length = 0;
  Element.prototype.scrollIntoView = function (options) {
    scrolled.push([this.id, typeof options === 'object' ? options.behavior : options]);
  };
});

afterEach(() => act(() => setLanguage('fr')));

it('shows the offer, the price and the call to action, without calling the server', () => {
  const { calls } = renderPage(<LandingPage />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Un compte bancaire ouvert à tous');
  expect(screen.getByText('1 € par semaine')).toBeInTheDocument();
  const actions = screen.getAllByRole('link', { name: 'Ouvrir mon compte' });
  actions.forEach((action) => expect(action).toHaveAttribute('href', '/signup'));
  expect(calls).toEqual([]);
});

it('lists six services, five advantages and the price', () => {
  renderPage(<LandingPage />);
  const titlesIn = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);
  expect(titlesIn('Ce que vous recevez')).toHaveLength(6);
  expect(titlesIn('Pourquoi Bank PCS')).toEqual([
    'Inclusion bancaire',
    'Simplicité d’utilisation',
    'Tarif transparent',
    'Sécurité maximale',
    'Ouverture express',
  ]);
  expect(screen.getByRole('region', { name: 'Un seul prix' })).toHaveTextContent(
    /Tout compris1\s€ par semaine/,
  );
});

it('is available in English', () => {
  renderPage(<LandingPage />);
  act(() => setLanguage('en'));
  expect(screen.getByText('1 € a week')).toBeInTheDocument();
});

it('scrolls to the section of the initial address', () => {
  renderPage(<LandingPage />, { path: '/#pricing' });
  expect(scrolled).toEqual([['pricing', 'instant']]);
  expect(screen.getByRole('region', { name: 'Un seul prix' })).toHaveFocus();
});

it('scrolls to the section of each link, even to the same one again', async () => {
  renderPage(
    <>
      <Link to="/#services">to services</Link>
      <LandingPage />
    </>,
  );
  expect(scrolled).toEqual([]);
  const link = screen.getByText('to services');
  await userEvent.click(link);
  expect(screen.getByRole('region', { name: 'Ce que vous recevez' })).toHaveFocus();
  await userEvent.click(link);
  expect(scrolled).toEqual([
    ['services', 'auto'],
    ['services', 'auto'],
  ]);
});

it('does not scroll for an unknown section', () => {
  renderPage(<LandingPage />, { path: '/#closing-title' });
  expect(scrolled).toEqual([]);
});
