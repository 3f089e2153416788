import {
  type Answer,
  type Call,
  marie,
  press,
  refused,
  renderPage,
  signInBeforeEach,
  unreachable,
  pasteInto,
  largeFigure,
} from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import { BalancePage } from '../balance/balance-page';
import { AddFunds } from './add-funds';

signInBeforeEach();

const moved = { status: 201, body: { success: true, reference: 'TR-1', balance: 50 } };

const services = { payments: true, top_ups: true };
const prepared: Record<string, Answer> = {
  '/auth/me': { body: marie },
  '/solde': { body: { balance: { available_balance: 0, currency: 'EUR' }, history: [], services } },
};

/** The page over a server with one response per attempt. */
function renderWith(...tries: (() => Answer | Promise<Answer>)[]) {
  return renderPage(<AddFunds />, {
    path: '/dashboard?action=add-funds',
    fetch: ({ path }: Call) => prepared[path] ?? (tries.shift() ?? unreachable)(),
  });
}

it('offers nothing where the bank has no card network', async () => {
  const none = { balance: { available_balance: 0 }, history: [], services: { ...services, top_ups: false } };
  renderPage(<AddFunds />, {
    path: '/dashboard?action=add-funds',
    fetch: ({ path }: Call) => (path === '/solde' ? { body: none } : (prepared[path] ?? unreachable())),
  });
  expect(await screen.findByText(/reliée à aucun réseau de cartes/)).toBeVisible();
  expect(screen.queryByLabelText('Montant')).not.toBeInTheDocument();
});

async function confirmAmount(amount: string, button: RegExp) {
  await pasteInto(await screen.findByLabelText('Montant'), amount);
  await press('Continuer');
  await userEvent.click(await screen.findByRole('button', { name: button }));
}

it('leaves the dialog open that was opened again before the answer', async () => {
  const gate: { open?: () => void } = {};
  const arrived = new Promise<void>((resolve) => (gate.open = resolve));
  const { place } = renderWith(() => arrived.then(() => moved));
  await confirmAmount('50', /^Ajouter 50,00\s€$/);
  await press('Fermer');
  await press('Ajouter des fonds');
  await userEvent.clear(await screen.findByLabelText('Montant'));
  await pasteInto(screen.getByLabelText('Montant'), '60');
  await act(async () => gate.open?.());
  expect(screen.getByText(/50,00\s€ : fonds ajoutés à votre compte\./)).toBeInTheDocument();
  expect(place()).toContain('action=add-funds');
  expect(screen.getByLabelText('Montant')).toHaveValue('60');
});

it('repeats the amount, adds it, confirms that and closes', async () => {
  const { sent, place } = renderWith(() => moved);
  await confirmAmount('50', /^Ajouter 50,00\s€$/);
  // The message moves out of the dialog as that closes.
  await waitFor(() =>
    expect(screen.getByText(/50,00\s€ : fonds ajoutés à votre compte\./)).toBeInTheDocument(),
  );
  expect(sent()).toMatchObject([{ path: '/balance/update', body: { amount: 50, type: 'add' } }]);
  await waitFor(() => expect(place()).toBe('/dashboard'));
});

it('sends a retry under the same key, keeps what was typed, and takes a new key for the next time', async () => {
  const { sent, place } = renderWith(
    unreachable,
    () => moved,
    () => moved,
  );
  await confirmAmount('12,50', /^Ajouter 12,50\s€$/);
  expect(await screen.findByText('L’ajout de fonds a échoué. Veuillez réessayer.')).toBeInTheDocument();
  expect(screen.getByText(/^La réponse n’est pas arrivée pour 12,50\s€\. Si la carte/)).toBeVisible();
  await press('Modifier le montant');
  expect(screen.getByText(/^La réponse n’est pas arrivée pour 12,50\s€\. Si la carte/)).toBeVisible();
  expect(screen.getByLabelText('Montant')).toHaveValue('12,50');
  expect(screen.getByLabelText('Montant')).toHaveFocus();
  await press('Continuer');
  await press(/^Ajouter 12,50\s€$/);
  await waitFor(() => expect(place()).toBe('/dashboard'));
  await press('Ajouter des fonds');
  await confirmAmount('12,50', /^Ajouter 12,50\s€$/);
  await waitFor(() => expect(sent()).toHaveLength(3));
  const [first, second, third] = sent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('keeps the key and the amount when the dialog was closed after a failure', async () => {
  const { sent } = renderWith(unreachable, () => moved);
  await confirmAmount('7', /^Ajouter 7,00\s€$/);
  await screen.findByText('L’ajout de fonds a échoué. Veuillez réessayer.');
  await press('Fermer');
  await press('Ajouter des fonds');
  expect(await screen.findByLabelText('Montant')).toHaveValue('7');
  await press('Continuer');
  await press(/^Ajouter 7,00\s€$/);
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
});

it('names the amount whose answer was lost in the dialog that is opened again, until its answer', async () => {
  const notice = /^La réponse n’est pas arrivée pour 7,00\s€\./;
  const { sent } = renderWith(
    unreachable,
    () => refused(422, 'CARD_DECLINED', 'Non.'),
    () => refused(429, 'TOO_MANY_REQUESTS', 'Patience.'),
    () => moved,
  );
  await confirmAmount('7', /^Ajouter 7,00\s€$/);
  await screen.findByText(notice);
  await press('Fermer');
  await press('Ajouter des fonds');
  expect(await screen.findByText(notice)).toBeVisible();
  await confirmAmount('0', /^Ajouter 70,00\s€$/);
  await screen.findByText('Non.');
  expect(screen.getByText(notice)).toBeVisible();
  await press('Modifier le montant');
  await userEvent.clear(screen.getByLabelText('Montant'));
  await confirmAmount('7', /^Ajouter 7,00\s€$/);
  await screen.findByText('Patience.');
  expect(screen.getByText(notice)).toBeVisible();
  await press(/^Ajouter 7,00\s€$/);
  await waitFor(() => expect(sent()).toHaveLength(4));
  const [first, other, ...again] = sent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(other).not.toBe(first);
  expect(again).toEqual([first, first]);
});

it('ends the notice for a person who has checked, and keeps the key for the same amount', async () => {
  const notice = /^La réponse n’est pas arrivée pour 7,00\s€\./;
  const { sent } = renderWith(unreachable, unreachable, () => moved);
  await confirmAmount('7', /^Ajouter 7,00\s€$/);
  await screen.findByText(notice);
  await press('J’ai vérifié');
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
  expect(document.body).not.toHaveFocus();
  await press('Fermer');
  await press('Ajouter des fonds');
  await press('Continuer');
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
  await press(/^Ajouter 7,00\s€$/);
  expect(await screen.findByText(notice)).toBeVisible();
  await press(/^Ajouter 7,00\s€$/);
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(new Set(sent().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

it('shows the outcome of a retry as its own, although the lost try had added the amount', async () => {
  const { place } = renderWith(unreachable, () => ({
    ...moved,
    headers: { 'Idempotent-Replayed': '2026-11-20T13:05:00Z' },
  }));
  await confirmAmount('7', /^Ajouter 7,00\s€$/);
  await press(/^Ajouter 7,00\s€$/);
  await waitFor(() => expect(place()).toBe('/dashboard'));
  expect(screen.queryByText(/fonds déjà ajoutés/)).not.toBeInTheDocument();
});

it('shows that an amount had been added before, and adds it once more under another key when asked to', async () => {
  const before = { ...moved, headers: { 'Idempotent-Replayed': '2026-11-20T13:05:00Z' } };
  const { sent, place } = renderWith(
    unreachable,
    () => before,
    () => moved,
  );
  await confirmAmount('7', /^Ajouter 7,00\s€$/);
  await press('J’ai vérifié');
  await press(/^Ajouter 7,00\s€$/);
  const words = /^7,00\s€\s: fonds déjà ajoutés le 20\snov\.\s2026, 14:05\. La carte n’a pas été débitée/;
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByText(/fonds ajoutés à votre compte/)).not.toBeInTheDocument();
  expect(screen.getByLabelText('Montant')).toHaveValue('7');
  expect(sent()).toHaveLength(2);
  await press('Continuer');
  await press(/^Ajouter 7,00\s€$/);
  await waitFor(() => expect(place()).toBe('/dashboard'));
  const [lost, checked, again] = sent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(checked).toBe(lost);
  expect(again).not.toBe(lost);
});

it('sends nothing without a network, which leaves nothing in doubt', async () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { sent } = renderWith();
  await confirmAmount('7', /^Ajouter 7,00\s€$/);
  expect(await screen.findByText(/Rien n’a été envoyé\.$/)).toBeInTheDocument();
  expect(screen.queryByText(/^La réponse n’est pas arrivée/)).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
  onLine.mockRestore();
});

it('takes another key for another amount, since that is another intent', async () => {
  const { sent } = renderWith(unreachable, () => moved);
  await confirmAmount('7', /^Ajouter 7,00\s€$/);
  await press('Modifier le montant');
  await confirmAmount('0', /^Ajouter 70,00\s€$/);
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).not.toBe(first);
});

it.each([
  ['', 'Ce champ est obligatoire.'],
  ['cinquante', 'Cette valeur n’est pas valable.'],
  ['0', 'Le montant minimum est de 0,01\u00a0€.'],
  ['-5', 'Le montant minimum est de 0,01\u00a0€.'],
  ['1,234', 'Deux décimales au plus.'],
  ['10000,01', 'Ce montant dépasse la limite.'],
])('refuses the amount "%s" before it calls', async (amount, message) => {
  const { sent } = renderWith();
  const field = await screen.findByLabelText('Montant');
  if (amount) await pasteInto(field, amount);
  await press('Continuer');
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(field).toHaveValue(amount);
  expect(sent()).toHaveLength(0);
});

it('shows the server’s own sentence, and the catalogue’s exact English one where there is none', async () => {
  act(() => setLanguage('en'));
  renderWith(
    () => refused(422, 'AMOUNT_OUT_OF_RANGE', 'This amount is outside the permitted limits.'),
    () => ({ status: 500 }),
    unreachable,
    () => refused(422, 'CARD_DECLINED', 'Your card declined.'),
  );
  await pasteInto(await screen.findByLabelText('Amount'), '50');
  await press('Continue');
  const send = await screen.findByRole('button', { name: /^Add 50,00\s€$/ });
  await userEvent.click(send);
  expect(await screen.findByText('This amount is outside the permitted limits.')).toBeInTheDocument();
  expect(screen.queryByText(/^No answer arrived/)).not.toBeInTheDocument();
  await userEvent.click(send);
  expect(await screen.findByText('Failed to add funds')).toBeInTheDocument();
  expect(screen.getByText(/^No answer arrived about 50,00\s€\./)).toBeVisible();
  await userEvent.click(send);
  expect(await screen.findByText('Failed to add funds. Please try again.')).toBeInTheDocument();
  // The answer ends the doubt, and with it that the card is charged once.
  await userEvent.click(send);
  expect(await screen.findByText('Your card declined.')).toBeInTheDocument();
  expect(screen.queryByText(/^No answer arrived/)).not.toBeInTheDocument();
});

it('shows the server’s refusal of an amount beside its field', async () => {
  renderWith(() => refused(422, 'INVALID_FIELDS', 'Certains champs sont à corriger.', { amount: 'Trop.' }));
  await confirmAmount('50', /^Ajouter 50,00\s€$/);
  await waitFor(() =>
    expect(screen.getByLabelText('Montant')).toHaveAccessibleDescription(expect.stringContaining('Trop.')),
  );
});

it('refreshes the balance on the page', async () => {
  let current = 0;
  renderPage(
    <>
      <BalancePage />
      <AddFunds />
    </>,
    {
      path: '/dashboard/balance?action=add-funds',
      fetch: ({ method }) => {
        if (method === 'POST') current = 50;
        return method === 'POST' ? moved : { body: { balance: balanceOf(current), history: [], services } };
      },
    },
  );
  await confirmAmount('50', /^Ajouter 50,00\s€$/);
  await waitFor(() => expect(screen.getByText(largeFigure(/^50,00\s€$/))).toBeInTheDocument());
});

const balanceOf = (current: number) => ({
  current_balance: current,
  available_balance: current,
  previous_balance: 0,
  account_number: 'FR76',
  account_type: 'current',
  currency: 'EUR',
  card_limit: 3000,
  transfer_limit: 10000,
  withdrawal_limit: 1000,
  overdraft_limit: 500,
});
