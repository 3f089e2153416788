import {
  type Answer,
  press,
  refused,
  renderPage,
  signInBeforeEach,
  unreachable,
} from '../../../../tests/support/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ChallengesPage } from './challenges-page';

signInBeforeEach();

const inSeconds = (count: number) => new Date(Date.now() + count * 1_000).toISOString();
const challenge = {
  id: 'a'.repeat(32),
  card_id: 1,
  card_number: '**** **** **** 7399',
  merchant: 'Foggygadgets',
  amount: 80,
  currency: 'GBP',
  account_amount: 94.12,
  account_currency: 'EUR',
  state: 'asked',
  created_at: inSeconds(-60),
  expires_at: inSeconds(240),
};
const over = { ...challenge, id: 'b'.repeat(32), state: 'expired', expires_at: inSeconds(-60) };
const list = (challenges: object[], past: object[] = []) => ({ body: { challenges, over: past } });

it('shows the amount in both currencies, the card and the time that is left', async () => {
  renderPage(<ChallengesPage />, { fetch: () => list([challenge], [over]) });
  const item = within(await screen.findByRole('listitem', { name: /^Payer 80,00\s£GB chez Foggygadgets/ }));
  expect(item.getByText(/^environ 94,12\s€/)).toBeInTheDocument();
  expect(item.getByText('••••7399')).toBeInTheDocument();
  expect(item.getByRole('timer')).toHaveTextContent(/^(4 min 00|3 min 59) s$/);
  expect(screen.getByText('Délai dépassé')).toBeInTheDocument();
});

it('takes a payment whose time ran out on the screen for refused', async () => {
  renderPage(<ChallengesPage />, { fetch: () => list([{ ...challenge, expires_at: inSeconds(-1) }]) });
  expect(await screen.findByText('Délai dépassé')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByText('Aucun paiement à confirmer')).toBeInTheDocument();
});

it('sends one answer, and keeps the payment with the reason when that fails', async () => {
  const { sent } = renderPage(<ChallengesPage />, {
    fetch: ({ method }) => (method === 'POST' ? { status: 500 } : list([challenge])),
  });
  await press('Refuser ce paiement');
  expect(await screen.findByRole('alert')).toHaveTextContent('Votre réponse n’a pas été enregistrée');
  expect(sent().map(({ path }) => path)).toEqual([`/carte/challenges/${challenge.id}/refuse`]);
  expect(screen.getByRole('button', { name: 'Refuser ce paiement' })).toBeEnabled();
});

it('moves the focus from an answered payment to those that are left', async () => {
  const other = { ...challenge, id: 'c'.repeat(32), merchant: 'Livres' };
  let left = [challenge, other];
  renderPage(<ChallengesPage />, {
    fetch: ({ method }) => {
      if (method === 'GET') return list(left);
      left = [other];
      return { body: { success: true } };
    },
  });
  const item = await screen.findByRole('listitem', { name: /Foggygadgets/ });
  await userEvent.click(within(item).getByRole('button', { name: 'Refuser ce paiement' }));
  await waitFor(() => expect(item).not.toBeInTheDocument());
  await waitFor(() =>
    expect(document.activeElement).toContainElement(screen.getByRole('listitem', { name: /Livres/ })),
  );
  expect(document.body).not.toHaveFocus();
});

/** A payment that is answered while the call to answer it fails. */
async function answerInVain(button: string, fail: () => Answer, state: string) {
  let isOver = false;
  renderPage(<ChallengesPage />, {
    fetch: ({ method }) => {
      if (method === 'GET') return isOver ? list([], [{ ...challenge, state }]) : list([challenge]);
      isOver = true;
      return fail();
    },
  });
  await press(button);
  expect(await screen.findByText(/^Foggygadgets$/)).toBeInTheDocument();
}

it('takes an answer for given that the server has, though its response was lost', async () => {
  await answerInVain('Confirmer ce paiement', unreachable, 'approved');
  expect(await screen.findByText('Paiement chez Foggygadgets confirmé.')).toBeInTheDocument();
  expect(screen.getByText('Confirmé')).toBeInTheDocument();
  expect(document.body).not.toHaveFocus();
});

it.each([
  [
    'Ce paiement n’attend plus de réponse.',
    () => refused(409, 'CHALLENGE_OVER', 'Ce paiement n’attend plus de réponse.'),
  ],
  ['Erreur de connexion', unreachable],
])('explains by "%s" why a payment left that was answered otherwise elsewhere', async (message, fail) => {
  await answerInVain('Confirmer ce paiement', fail, 'refused');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByText('Refusé')).toBeInTheDocument();
  expect(document.body).not.toHaveFocus();
});
