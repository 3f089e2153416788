import {
  type Answer,
  type Call,
  expectRetry,
  marie,
  press,
  refused,
  renderPage,
  signInBeforeEach,
  unreachable,
  pasteInto,
} from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bankDay } from '@bank/i18n/format';
import { publishLiveEvent } from '@bank/client/live-events';
import { useSession } from '@bank/client/session';
import { ScheduledPage } from './scheduled-page';

signInBeforeEach();
const tomorrow = bankDay(Date.now() + 86_400_000);
const card = {
  id: 7,
  card_number: '**** **** **** 7399',
  type: 'standard',
  brand: 'VISA',
  status: 'active',
  virtual: false,
  expiry_date: '2999-01-31',
  monthly_limit: 3000,
  last_used: null,
};
const gym = {
  id: 1,
  card_id: 7,
  amount: 29.9,
  currency: 'EUR',
  active: true,
  label: 'Salle de sport',
  next_run: `${tomorrow}T12:00:00Z`,
  frequency: 'monthly',
  first_run: '2026-01-31',
};
const paper = {
  ...gym,
  id: 2,
  label: 'Journal',
  active: false,
  frequency: 'weekly',
  first_run: '2026-11-24',
};

/** As in a host, the page begins once it is known who is signed in. */
const Guarded = () => useSession().user && <ScheduledPage />;

/** The page over a server with these debits and cards; `response` responds to changes. */
function renderWith({
  debits = [gym, paper] as (typeof gym)[],
  cards = [card],
  response = (() => ({ body: { success: true } })) as (call: Call) => Answer,
  path = '/dashboard/scheduled',
} = {}) {
  return renderPage(<Guarded />, {
    path,
    fetch: (call) => {
      if (call.path === '/auth/me') return { body: marie };
      if (call.path === '/carte') return { body: { cards } };
      return call.method === 'GET' ? { body: { scheduled: debits } } : response(call);
    },
  });
}
const rowOf = async (name: RegExp) => (await screen.findByRole('rowheader', { name })).closest('tr')!;

it('does with the fields of the wire contract', async () => {
  const { frequency: _frequency, first_run: _first, ...bare } = gym;
  renderWith({ debits: [bare as typeof gym] });
  expect(await screen.findByRole('rowheader', { name: /Salle de sport/ })).toBeInTheDocument();
});

it('lists of each debit its next run, frequency, card and status', async () => {
  renderWith();
  const active = within(await rowOf(/Salle de sport/));
  for (const words of ['Demain', 'Chaque mois, le 31 ou le dernier jour', 'Actif']) {
    expect(active.getByText(words)).toBeInTheDocument();
  }
  expect(await active.findByText('Carte finissant par 7399')).toBeInTheDocument();
  const inactive = within(await rowOf(/Journal/));
  for (const words of ['Aucun tant qu’il est inactif', 'Chaque semaine, le mardi', 'Inactif']) {
    expect(inactive.getByText(words)).toBeInTheDocument();
  }
});

it('deactivates by id and card, then loads the list again', async () => {
  const { calls } = renderWith();
  await press('Désactiver Salle de sport');
  expect(await screen.findByText('Salle de sport : débit désactivé.')).toBeInTheDocument();
  const sent = calls.filter(({ path }) => path.startsWith('/scheduled_payments'));
  expect(sent).toMatchObject([{ path: '/scheduled_payments/deactivate', body: { id: 1, card_id: 7 } }]);
  expect(calls.filter(({ path }) => path === '/user/scheduled_payments')).toHaveLength(2);
});

it.each([
  ['Désactiver Salle de sport', 'Erreur lors de la désactivation'],
  ['Activer Journal', "Erreur lors de l'activation"],
])('%s: alerts when it failed', async (button, message) => {
  renderWith({ response: () => ({ status: 500 }) });
  await userEvent.click(await screen.findByRole('button', { name: button }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});

it('removes only after a confirmation', async () => {
  const { calls } = renderWith({ response: () => ({ status: 204 }) });
  const removals = () => calls.filter(({ method }) => method === 'DELETE');
  await press('Supprimer Journal');
  await press('Annuler');
  expect(removals()).toHaveLength(0);
  await press('Supprimer Journal');
  await press('Supprimer le débit');
  expect(await screen.findByText('Journal : débit supprimé.')).toBeInTheDocument();
  expect(removals()).toMatchObject([{ path: '/user/scheduled_payments/2' }]);
});

it('takes a debit that is gone for removed, and follows one that another device adds', async () => {
  const debits = [gym, paper];
  const response = () => {
    debits.pop();
    return refused(404, 'NOT_FOUND', 'Introuvable.');
  };
  renderWith({ debits, response });
  await press('Supprimer Journal');
  await press('Supprimer le débit');
  expect(await screen.findByText('Journal : débit supprimé.')).toBeInTheDocument();
  expect(screen.queryByRole('rowheader', { name: /Journal/ })).not.toBeInTheDocument();
  debits.push({ ...paper, label: 'Radio' });
  act(() => publishLiveEvent({ type: 'planned_payment', data: {} }));
  expect(await screen.findByRole('rowheader', { name: /Radio/ })).toBeInTheDocument();
});

it('names the order on its button, and keeps key and input after a failure', async () => {
  const responses: (() => Answer)[] = [unreachable, () => ({ status: 201, body: { ...gym, id: 3 } })];
  const { calls, place } = renderWith({ response: () => responses.shift()!() });
  await press('Programmer un débit');
  await pasteInto(await screen.findByLabelText('Montant'), '12,50');
  await pasteInto(screen.getByLabelText('Libellé'), 'Presse');
  await userEvent.selectOptions(screen.getByLabelText('Fréquence'), 'weekly');
  await userEvent.type(screen.getByLabelText('Premier débit le'), tomorrow);
  const send = screen.getByRole('button', { name: /^Programmer 12,50\s€ par semaine$/ });
  await userEvent.click(send);
  expect(
    await screen.findByText('La programmation du débit a échoué. Veuillez réessayer.'),
  ).toBeInTheDocument();
  expect(screen.getByLabelText('Libellé')).toHaveValue('Presse');
  await userEvent.click(send);
  await waitFor(() => expect(place()).toBe('/dashboard/scheduled'));
  const sent = calls.filter(({ method }) => method === 'POST');
  const body = { card_id: 7, amount: 12.5, label: 'Presse', frequency: 'weekly', first_run: tomorrow };
  expect(sent.map((call) => call.body)).toEqual([body, body]);
  const [first, second] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});

it('names the limit of the chosen card, and again when the bank refuses an amount above it', async () => {
  const over = () => refused(422, 'INVALID_FIELDS', 'Non.', { amount: 'Ce montant dépasse la limite.' });
  renderWith({ response: over, path: '/dashboard/scheduled?action=schedule-debit' });
  const field = await screen.findByLabelText('Montant');
  expect(field).toHaveAccessibleDescription(/^De 0,01\s€ à 3\s000,00\s€, le plafond mensuel de la carte\.$/);
  await pasteInto(field, '3000,01');
  await pasteInto(screen.getByLabelText('Libellé'), 'Presse');
  await userEvent.type(screen.getByLabelText('Premier débit le'), tomorrow);
  await press(/^Programmer 3\s000,01\s€ par mois$/);
  const words = /Ce montant dépasse le plafond mensuel de la carte, 3\s000,00\s€\./;
  await waitFor(() => expect(field).toHaveAccessibleDescription(words));
});

it('sends an order without an answer under the same key after a reload, so that no debit is made twice', async () => {
  const open = () =>
    renderWith({ response: unreachable, path: '/dashboard/scheduled?action=schedule-debit' });
  const send = async ({ sent, unmount }: ReturnType<typeof open>) => {
    await press(/^Programmer 12,50/);
    await screen.findByText('La programmation du débit a échoué. Veuillez réessayer.');
    unmount();
    return sent().map(({ body, headers }) => [body, headers.get('Idempotency-Key')]);
  };
  const page = open();
  await pasteInto(await screen.findByLabelText('Montant'), '12,50');
  await pasteInto(screen.getByLabelText('Libellé'), 'Presse');
  await userEvent.type(screen.getByLabelText('Premier débit le'), tomorrow);
  const first = await send(page);
  expect(await send(open())).toEqual(first);
});

it('refuses a day in the past before it calls', async () => {
  const { calls } = renderWith({ path: '/dashboard/scheduled?action=schedule-debit' });
  await userEvent.type(await screen.findByLabelText('Premier débit le'), '2020-01-01');
  await press('Programmer le débit');
  await waitFor(() =>
    expect(screen.getByLabelText('Premier débit le')).toHaveAccessibleDescription(
      expect.stringContaining('Choisissez un jour à partir d’aujourd’hui.'),
    ),
  );
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});

it.each([
  ['a blocked card', { ...card, status: 'blocked' }],
  ['an expired one', { ...card, expiry_date: '2020-01-31' }],
])('offers no %s, and links to the cards', async (_what, useless) => {
  renderWith({ cards: [useless], path: '/dashboard/scheduled?action=schedule-debit' });
  expect(await screen.findByText('Aucune carte utilisable')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Voir mes cartes' })).toHaveAttribute('href', '/dashboard/cards');
});

it('displays an empty list, and how to order a debit', async () => {
  renderWith({ debits: [] });
  expect(await screen.findByText('Aucun débit programmé')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Programmer un débit' })).toHaveLength(1);
});

it.each([
  ['Impossible de récupérer les débits programmés', () => ({ status: 503 })],
  ['Erreur de connexion', unreachable],
])('displays "%s" and retries', async (message, fail) => {
  await expectRetry(<ScheduledPage />, message, {
    path: '/',
    fetch: () => ({ body: { scheduled: [], cards: [] } }),
    fail,
  });
  expect(await screen.findByText('Aucun débit programmé')).toBeInTheDocument();
});
