import { type Answer, press, renderPage, signInBeforeEach, unreachable } from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { clearTokens } from '@bank/client/tokens';
import { CheckBalancePage } from './check-balance-page';

signInBeforeEach();

function renderWith(responses: (() => Answer | Promise<Answer>)[], userId = 2) {
  return renderPage(<CheckBalancePage />, {
    fetch: ({ path }) =>
      path === '/auth/me' ? { body: { id: userId, role: 'user' } } : responses.shift()!(),
  });
}

const check = async () => press('Vérifier maintenant');
const found = (balance: number) => () => ({
  body: { balance: { current_balance: balance, account_number: 'FR7699999000010127005674754' } },
});
const amounts = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent?.replace(/\s/g, ' '));

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

it('stores no check that arrives after the person has signed out', async () => {
  const gate: { open?: () => void } = {};
  const arrived = new Promise<void>((resolve) => (gate.open = resolve));
  renderWith([() => arrived.then(found(1))]);
  await screen.findByText('Aucune vérification pour le moment');
  await check();
  act(clearTokens);
  await act(async () => gate.open?.());
  expect(JSON.stringify({ ...localStorage })).not.toContain('balance_checks');
});

it.each([
  [
    'a response without a number',
    () => ({ body: { balance: { current_balance: '12' } } }),
    'Réponse du serveur invalide',
  ],
  ['a server that fails', () => ({ status: 500 }), 'Impossible de récupérer le solde'],
  [
    'a refusal',
    () => ({ status: 429, body: { code: 'TOO_MANY_REQUESTS', error: 'Trop de demandes à la fois.' } }),
    'Trop de demandes à la fois.',
  ],
  ['no response', unreachable, 'Erreur de connexion avec le serveur'],
])('displays a message after %s, and stores no check', async (_case, response, message) => {
  renderWith([response]);
  await check();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByText('Aucune vérification pour le moment')).toBeInTheDocument();
});
