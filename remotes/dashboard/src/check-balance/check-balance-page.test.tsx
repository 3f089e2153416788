import { type Answer, renderPage } from '../../../../tests/support/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { writeTokens } from '@bank/client/tokens';
import { CheckBalancePage } from './check-balance-page';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

function renderWith(answers: (() => Answer)[], userId = 2) {
  return renderPage(<CheckBalancePage />, {
    fetch: ({ path }) => (path === '/auth/me' ? { body: { id: userId, role: 'user' } } : answers.shift()!()),
  });
}

const check = async () => userEvent.click(await screen.findByRole('button', { name: 'Vérifier maintenant' }));
const found = (balance: number) => () => ({
  body: { balance: { current_balance: balance, account_number: 'FR7699999000010127005674754' } },
});
const amounts = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent?.replace(/\s/g, ' '));

afterEach(() => localStorage.clear());

it('keeps the last five checks for this person alone', async () => {
  const { unmount } = renderWith([1, 2, 3, 4, 5, 6].map(found));
  for (let made = 1; made <= 6; made += 1) {
    await check();
    await waitFor(() => expect(amounts()[0]).toBe(`${made},00 €`));
  }
  const expected = ['6,00 €', '5,00 €', '4,00 €', '3,00 €', '2,00 €'];
  expect(amounts()).toEqual(expected);
  expect(screen.getByText(/^Dernière vérification : /)).toBeInTheDocument();
  unmount();

  const again = renderWith([]);
  await waitFor(() => expect(amounts()).toEqual(expected));
  again.unmount();

  renderWith([], 3);
  expect(await screen.findByText('Aucune vérification pour le moment')).toBeInTheDocument();
});

it.each([
  [
    'an answer without a number',
    () => ({ body: { balance: { current_balance: '12' } } }),
    'Réponse du serveur invalide',
  ],
  ['a server that fails', () => ({ status: 500 }), 'Impossible de récupérer le solde'],
  [
    'a refusal',
    () => ({ status: 429, body: { code: 'TOO_MANY_REQUESTS', error: 'Trop de demandes à la fois.' } }),
    'Trop de demandes à la fois.',
  ],
  [
    'no answer',
    () => {
      throw new TypeError('Failed to fetch');
    },
    'Erreur de connexion avec le serveur',
  ],
])('says what went wrong after %s, and keeps no check', async (_case, answer, message) => {
  renderWith([answer]);
  await check();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByText('Aucune vérification pour le moment')).toBeInTheDocument();
});
