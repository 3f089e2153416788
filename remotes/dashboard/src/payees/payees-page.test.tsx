import {
  type Answer,
  type Call,
  expectRetry,
  marie,
  pasteInto,
  press,
  refused,
  renderPage,
  rowOf,
  signInBeforeEach,
  unreachable,
} from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readDraft } from '@bank/client/draft';
import { publishLiveEvent } from '@bank/client/live-events';
import { useSession } from '@bank/client/session';
import { bankDay } from '@bank/i18n/format';
import { PayeesPage } from './payees-page';

signInBeforeEach();
const tomorrow = bankDay(Date.now() + 86_400_000);
const iban = 'DE89370400440532013000';
const anne = {
  id: 4,
  name: 'Anne Durand',
  account: iban,
  bic: null,
  country: 'DE',
  currency: 'EUR',
  label: 'Loyer',
  trusted: false,
  last_used_at: null,
  created_at: '2026-11-01T10:00:00Z',
};
const rent = {
  id: 1,
  beneficiary_id: 4,
  recipient_id: null,
  payee: 'Anne Durand',
  account: iban,
  amount: 450,
  currency: 'EUR',
  description: 'Loyer',
  frequency: 'monthly',
  first_run: '2026-01-31',
  until: null,
  next_run: tomorrow,
  last_run: null as object | null,
};

/** As in a host, the page begins once it is known who is signed in. */
const Guarded = () => useSession().user && <PayeesPage />;

/** The page over a server with these lists; `response` answers changes. */
function renderWith({
  book = [anne] as object[],
  orders = [rent] as object[],
  verified = { result: 'match' } as object,
  verification = { body: verified } as Answer,
  response = (() => ({ status: 204 })) as (call: Call) => Answer,
  path = '/dashboard/payees',
} = {}) {
  return renderPage(<Guarded />, {
    path,
    fetch: (call) => {
      if (call.path === '/auth/me') return { body: marie };
      if (call.path === '/payees/verify') return verification;
      if (call.method !== 'GET') return response(call);
      return { body: call.path === '/beneficiaries' ? { beneficiaries: book } : { standing_orders: orders } };
    },
  });
}
const changes = (calls: Call[]) =>
  calls.filter(({ method, path }) => method !== 'GET' && path !== '/payees/verify');

it('lists payees, and standing orders with their next run', async () => {
  renderWith();
  const tableOf = async (name: string) => within(await screen.findByRole('table', { name }));
  const orders = await tableOf('Mes virements permanents');
  for (const words of ['Demain', 'Chaque mois', 'Loyer']) {
    expect(await orders.findByText(words)).toBeInTheDocument();
  }
  const book = await tableOf('Mes bénéficiaires');
  expect(await book.findByText('DE89 3704 0044 0532 0130 00')).toBeInTheDocument();
  expect(book.getByText('Aucun virement encore')).toBeInTheDocument();
});

it.each([
  ['retrying', /nous réessayons/],
  ['skipped', /n’est pas parti\.$/],
])('shows that a run is %s', async (status, words) => {
  const last = { day: '2026-11-01', status, reason: 'INSUFFICIENT_FUNDS', reference: null };
  renderWith({ book: [], orders: [{ ...rent, last_run: last, next_run: null }] });
  const row = within(await rowOf(/Anne Durand/));
  expect(row.getByText(words)).toBeInTheDocument();
  expect(row.getByText('Terminé')).toBeInTheDocument();
});

it('removes a payee after a confirmation, and shows why it cannot', async () => {
  const answers: (() => Answer)[] = [
    () => refused(409, 'BENEFICIARY_IN_USE', 'Un virement permanent part vers ce bénéficiaire.'),
    () => ({ status: 204 }),
  ];
  const { calls } = renderWith({ response: () => answers.shift()!() });
  await press('Retirer Anne Durand');
  await press('Retirer le bénéficiaire');
  const why = /^Le bénéficiaire n’a pas été retiré\s: Un virement permanent part vers ce bénéficiaire\.$/;
  expect(await screen.findByText(why)).toBeInTheDocument();
  await press('Retirer le bénéficiaire');
  expect(await screen.findByText('Anne Durand a été retiré.')).toBeInTheDocument();
  expect(changes(calls).map(({ path }) => path)).toEqual(['/beneficiaries/4', '/beneficiaries/4']);
});

it('verifies the name before it adds a payee, and asks twice about another name', async () => {
  const { calls } = renderWith({
    verified: { result: 'no_match' },
    path: '/dashboard/payees?action=add-beneficiary',
    response: () => ({ status: 201, body: anne }),
  });
  await pasteInto(await screen.findByLabelText('IBAN'), iban);
  await pasteInto(screen.getByLabelText('Nom'), 'Anne Durand');
  await press('Ajouter');
  expect(await screen.findByText('Ce nom n’est pas celui du titulaire')).toBeInTheDocument();
  await press('Ajouter quand même');
  expect(screen.getByRole('checkbox', { name: /J’ai vérifié cet IBAN/ })).toHaveFocus();
  expect(changes(calls)).toEqual([]);
  expect(readDraft(marie.id, 'add-beneficiary')).toMatchObject({ name: 'Anne Durand' });
  await userEvent.click(screen.getByRole('checkbox', { name: /J’ai vérifié cet IBAN/ }));
  await press('Ajouter quand même');
  expect(await screen.findByText('Anne Durand est dans vos bénéficiaires.')).toBeInTheDocument();
  expect(readDraft(marie.id, 'add-beneficiary')).toBeUndefined();
  expect(changes(calls)).toMatchObject([
    { path: '/beneficiaries', body: { name: 'Anne Durand', account: iban } },
  ]);
});

it('asks about each name of its own, and keeps the focus when the holder’s name is taken', async () => {
  let verified: object = { result: 'no_match' };
  const { calls } = renderPage(<PayeesPage />, {
    path: '/dashboard/payees?action=add-beneficiary',
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: marie };
      if (path === '/payees/verify') return { body: verified };
      if (method !== 'GET') return { status: 201, body: anne };
      return { body: { beneficiaries: [], standing_orders: [] } };
    },
  });
  await pasteInto(await screen.findByLabelText('IBAN'), iban);
  const name = screen.getByLabelText('Nom');
  await pasteInto(name, 'Anne Durand');
  await press('Ajouter');
  const confirmed = () => screen.getByRole('checkbox', { name: /J’ai vérifié cet IBAN/ });
  await screen.findByText('Ce nom n’est pas celui du titulaire');
  await userEvent.click(confirmed());
  await userEvent.clear(name);
  await pasteInto(name, 'Robert Autre');
  await press('Ajouter quand même');
  expect(await screen.findByText(/quelqu’un d’autre que Robert Autre/)).toBeInTheDocument();
  expect(confirmed()).not.toBeChecked();
  await press('Ajouter quand même');
  expect(changes(calls)).toEqual([]);

  verified = { result: 'close_match', name: 'Anne Durant' };
  await userEvent.clear(name);
  await pasteInto(name, 'Anne Durand-Roy');
  await press('Ajouter quand même');
  verified = { result: 'match' };
  await press('Prendre ce nom');
  const match = await screen.findByText('Le nom correspond au titulaire du compte.');
  expect(document.activeElement).toContainElement(match);
  expect(document.body).not.toHaveFocus();
});

it.each(['match', 'no_match'] as const)(
  'recognises one’s own account, which is not added (%s)',
  async (result) => {
    const { calls } = renderWith({
      verified: { result, own_account: true },
      path: '/dashboard/payees?action=add-beneficiary',
      response: () => ({ status: 201, body: anne }),
    });
    await pasteInto(await screen.findByLabelText('IBAN'), iban);
    await pasteInto(screen.getByLabelText('Nom'), 'Anne Durand');
    await press('Ajouter');
    expect(await screen.findByText('Ce compte est le vôtre')).toBeInTheDocument();
    await press('Ajouter');
    expect(screen.queryByText('Ce nom n’est pas celui du titulaire')).not.toBeInTheDocument();
    expect(changes(calls)).toEqual([]);
  },
);

it('shows an account without an IBAN again after a reload', async () => {
  const open = async () => {
    const view = renderWith();
    await rowOf(/Anne Durand/);
    await press('Ajouter un bénéficiaire');
    return view;
  };
  const { unmount } = await open();
  await userEvent.selectOptions(await screen.findByLabelText('Type de compte'), 'Sans IBAN');
  await pasteInto(screen.getByLabelText('Nom'), 'Grace Hopper');
  unmount();
  await open();
  expect(await screen.findByLabelText('Nom')).toHaveValue('Grace Hopper');
  expect(screen.getByLabelText('Type de compte')).toHaveValue('abroad');
});

it('adds a payee without an answer under the same key after a reload, so that it is added once', async () => {
  const open = () => renderWith({ response: unreachable, path: '/dashboard/payees?action=add-beneficiary' });
  const send = async ({ calls, unmount }: ReturnType<typeof open>) => {
    await press('Ajouter');
    await screen.findByText('L’ajout a échoué. Veuillez réessayer.');
    unmount();
    return changes(calls).map(({ body, headers }) => [body, headers.get('Idempotency-Key')]);
  };
  const page = open();
  await pasteInto(await screen.findByLabelText('IBAN'), iban);
  await pasteInto(screen.getByLabelText('Nom'), 'Anne Durand');
  const first = await send(page);
  expect(first).toHaveLength(1);
  expect(await send(open())).toEqual(first);
});

/** Adds a payee by a single press, and returns the calls. */
async function addAtOnce(server: Parameters<typeof renderWith>[0] = {}) {
  const { calls } = renderWith({
    path: '/dashboard/payees?action=add-beneficiary',
    response: () => ({ status: 201, body: anne }),
    ...server,
  });
  await pasteInto(await screen.findByLabelText('IBAN'), iban);
  await pasteInto(screen.getByLabelText('Nom'), 'Anne Durand');
  await press('Ajouter');
  expect(await screen.findByText('Anne Durand est dans vos bénéficiaires.')).toBeInTheDocument();
  expect(changes(calls)).toHaveLength(1);
  return calls;
}

it('adds a payee whose name matches without a second press', async () => {
  const calls = await addAtOnce();
  expect(calls.filter(({ path }) => path === '/payees/verify')).toHaveLength(1);
});

it('adds a payee at once where no bank can be asked about the name', async () => {
  await addAtOnce({ verification: refused(503, 'NOT_CONFIGURED', 'Rien') });
});

it('changes the note of a payee, and shows why it cannot', async () => {
  const answers: (() => Answer)[] = [unreachable, () => ({ body: { ...anne, label: 'Lyon' } })];
  const { calls } = renderWith({ response: () => answers.shift()!() });
  await press('Changer la note de Anne Durand');
  const field = await screen.findByLabelText('Note pour vous');
  expect(field).toHaveValue('Loyer');
  await userEvent.clear(field);
  await pasteInto(field, 'Lyon');
  await press('Enregistrer');
  expect(await screen.findByText('La modification a échoué. Veuillez réessayer.')).toBeInTheDocument();
  expect(field).toHaveValue('Lyon');
  await press('Enregistrer');
  expect(await screen.findByText('La note de Anne Durand est enregistrée.')).toBeInTheDocument();
  expect(changes(calls).at(-1)).toMatchObject({
    method: 'PUT',
    path: '/beneficiaries/4',
    body: { label: 'Lyon' },
  });
});

it('changes a standing order, whose payee stays', async () => {
  const { calls } = renderWith({ response: () => ({ body: rent }) });
  await press('Modifier le virement permanent à Anne Durand');
  const field = await screen.findByLabelText('Montant');
  expect(field).toHaveValue('450,00');
  await userEvent.clear(field);
  await pasteInto(field, '475');
  await userEvent.selectOptions(screen.getByLabelText('Rythme'), 'Tous les trois mois');
  await press('Enregistrer');
  expect(await screen.findByText('Le virement permanent à Anne Durand est modifié.')).toBeInTheDocument();
  expect(changes(calls)).toMatchObject([
    {
      method: 'PUT',
      path: '/standing-orders/1',
      body: { beneficiary_id: 4, amount: 475, frequency: 'quarterly', first_run: '2026-01-31' },
    },
  ]);
});

it('sends the amount that another device has stored meanwhile, where it was not changed here', async () => {
  const orders = [rent];
  const { calls } = renderWith({ orders, response: () => ({ body: rent }) });
  await press('Modifier le virement permanent à Anne Durand');
  await screen.findByLabelText('Montant');
  orders[0] = { ...rent, amount: 80 };
  act(() => publishLiveEvent({ type: 'planned_payment', data: {} }));
  await waitFor(() => expect(screen.getByLabelText('Montant')).toHaveValue('80,00'));
  await pasteInto(screen.getByLabelText('Libellé'), ' de mai');
  await press('Enregistrer');
  await screen.findByText('Le virement permanent à Anne Durand est modifié.');
  expect(changes(calls)).toMatchObject([
    { method: 'PUT', body: { amount: 80, description: 'Loyer de mai' } },
  ]);
});

it('keeps what was typed into a standing order and into a note, until it is sent', async () => {
  const first = renderWith();
  await press('Modifier le virement permanent à Anne Durand');
  const amount = await screen.findByLabelText('Montant');
  await userEvent.clear(amount);
  await pasteInto(amount, '475');
  expect(first.place()).toContain('action=change-order-1');
  first.unmount();
  const path = '/dashboard/payees?action=change-order-1';
  const second = renderWith({ path, response: () => ({ body: rent }) });
  expect(await screen.findByLabelText('Montant')).toHaveValue('475');
  expect(screen.getByLabelText('Rythme')).toHaveValue('monthly');
  await press('Enregistrer');
  expect(await screen.findByText('Le virement permanent à Anne Durand est modifié.')).toBeInTheDocument();
  await press('Changer la note de Anne Durand');
  await pasteInto(await screen.findByLabelText('Note pour vous'), ' de mai');
  second.unmount();
  const third = renderWith({ path });
  expect(await screen.findByLabelText('Montant')).toHaveValue('450,00');
  await press('Fermer');
  await press('Changer la note de Anne Durand');
  expect(await screen.findByLabelText('Note pour vous')).toHaveValue('Loyer de mai');
  await press('Annuler');
  third.unmount();
  renderWith();
  await press('Changer la note de Anne Durand');
  expect(await screen.findByLabelText('Note pour vous')).toHaveValue('Loyer');
});

it('stops a standing order after a confirmation', async () => {
  const { calls } = renderWith();
  await press('Arrêter le virement permanent à Anne Durand');
  await press('Arrêter le virement permanent');
  await waitFor(() =>
    expect(changes(calls)).toMatchObject([{ method: 'DELETE', path: '/standing-orders/1' }]),
  );
});

it.each([
  [
    'Arrêter le virement permanent à Anne Durand',
    'Arrêter le virement permanent',
    /^Le virement permanent à Anne Durand/,
  ],
  ['Retirer Anne Durand', 'Retirer le bénéficiaire', /^Anne Durand a été retiré/],
])('takes %s for done where it was done elsewhere', async (open, confirm, done) => {
  const lists = { book: [anne] as object[], orders: [rent] as object[] };
  const response = () => {
    lists.book = [];
    lists.orders = [];
    return refused(404, 'NOT_FOUND', 'Introuvable.');
  };
  renderPage(<Guarded />, {
    path: '/dashboard/payees',
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: marie };
      if (method !== 'GET') return response();
      return { body: { beneficiaries: lists.book, standing_orders: lists.orders } };
    },
  });
  await press(open);
  await press(confirm);
  expect(await screen.findByText(done)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: open })).not.toBeInTheDocument());
});

it('follows an order that was stopped although the answer was lost', async () => {
  let orders = [rent];
  renderPage(<Guarded />, {
    path: '/dashboard/payees',
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: marie };
      if (method !== 'GET') {
        orders = [];
        return unreachable();
      }
      return { body: { beneficiaries: [anne], standing_orders: orders } };
    },
  });
  await press('Arrêter le virement permanent à Anne Durand');
  await press('Arrêter le virement permanent');
  expect(await screen.findByText('Aucun virement permanent')).toBeInTheDocument();
});

it('displays empty lists, and how to begin', async () => {
  renderWith({ book: [], orders: [] });
  expect(await screen.findByText('Aucun bénéficiaire enregistré')).toBeInTheDocument();
  expect(await screen.findByText('Aucun virement permanent')).toBeInTheDocument();
  const begin = screen.getByRole('link', { name: 'Faire un virement' });
  expect(begin).toHaveAttribute('href', '/dashboard?action=transfer');
});

it('displays a failure of a list, and retries', async () => {
  await expectRetry(<PayeesPage />, 'Impossible de récupérer vos virements permanents', {
    path: '/',
    fetch: () => ({ body: { standing_orders: [], beneficiaries: [] } }),
    fail: ({ path }) => {
      if (path === '/beneficiaries') return { body: { beneficiaries: [] } };
      return path === '/auth/me' ? unreachable() : { status: 500 };
    },
  });
  expect(await screen.findByText('Aucun virement permanent')).toBeInTheDocument();
});
