import {
  type Answer,
  type Call,
  press,
  refused,
  renderPage,
  rowOf,
  signInBeforeEach,
  pasteInto,
} from '../../../../tests/support/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readDraft } from '@bank/client/draft';
import { useSession } from '@bank/client/session';
import { UsersPage } from './users-page';

signInBeforeEach();

const marie = {
  id: 2,
  email: 'marie@bankpcs.example',
  username: 'marie',
  first_name: 'Marie',
  last_name: 'Lefèvre',
  role: 'user',
  status: 'inactive',
  kyc_status: 'approved',
  balance: -499.99,
};
const list = (users: unknown[]) => ({
  body: { users, pagination: { page: 1, limit: 20, total: 203, pages: 11 } },
});

it('shows the specification’s columns', async () => {
  const fetch = ({ path }: Call) =>
    path === '/auth/me' ? { body: { id: 1, role: 'admin' } } : list([marie]);
  renderPage(<UsersPage />, { path: '/users', fetch });
  // The actions follow the session, which names the roles of who looks.
  await screen.findByRole('button', { name: /^Modifier/ });
  expect(await rowOf('Lefèvre')).toHaveTextContent(
    /^2LefèvreMariemarie@bankpcs\.examplemarieClientInactifApprouvé−499,99\s€Modifier/,
  );
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'ID',
    'Nom',
    'Prénom',
    'E-mail',
    'Nom d’utilisateur',
    'Rôle',
    'Statut',
    'KYC',
    'Solde',
    'Actions',
  ]);
});

it('marks staff whose roles were given together before that was refused', async () => {
  const users = [
    { ...marie, id: 5, last_name: 'Ancien', role: 'admin', staff_roles: ['compliance', 'releases'] },
    { ...marie, id: 6, last_name: 'Nouveau', role: 'admin', staff_roles: ['compliance', 'support'] },
  ];
  renderPage(<UsersPage />, { path: '/users', fetch: () => list(users) });
  expect(await rowOf('Ancien')).toHaveTextContent('Admin Droits à séparer');
  expect(await rowOf('Nouveau')).not.toHaveTextContent('Droits à séparer');
});

it('displays that it loads', () => {
  renderPage(<UsersPage />, { path: '/users', fetch: () => new Promise(() => undefined) });
  expect(screen.getByText('Chargement...')).toBeInTheDocument();
});

it('keeps search, filters and page in the URL', async () => {
  const { asked, place } = renderPage(<UsersPage />, {
    path: '/users?page=3&role=user&kyc_status=verified',
    fetch: () => list([marie]),
  });
  await screen.findByRole('rowheader', { name: 'Lefèvre' });
  expect(asked('/admin/users')).toEqual(['/admin/users?role=user&page=3']);
  await userEvent.selectOptions(screen.getByLabelText('Statut'), 'inactive');
  await userEvent.type(screen.getByLabelText('Rechercher'), 'lefè');
  await waitFor(() =>
    expect(asked('/admin/users').at(-1)).toBe(
      '/admin/users?search=lef%C3%A8&role=user&status=inactive&page=1',
    ),
  );
  await press('Suivant');
  expect(place()).toContain('page=2');
  await press('Effacer les filtres');
  expect(place()).toBe('/users');
});

it('displays a failure in place of the table, and retries', async () => {
  let isDown = true;
  renderPage(<UsersPage />, { path: '/users', fetch: () => (isDown ? { status: 500 } : list([marie])) });
  expect(await screen.findByText('Erreur lors du chargement des utilisateurs')).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  isDown = false;
  await press('Réessayer');
  expect(await screen.findByRole('rowheader', { name: 'Lefèvre' })).toBeInTheDocument();
});

it('names the reference of a fault once when it cannot read whom to edit', async () => {
  const fault = refused(500, 'INTERNAL', 'Une erreur est survenue de notre côté.');
  renderPage(<UsersPage />, {
    path: '/users?action=edit&user=2',
    fetch: ({ path }) => {
      if (path === '/auth/me') return { body: { id: 1, role: 'admin' } };
      return path === '/admin/users/2' ? fault : list([marie]);
    },
  });
  expect((await screen.findByRole('alert')).textContent.match(/référence/g)).toHaveLength(1);
});

it('displays that no user was found', async () => {
  renderPage(<UsersPage />, { path: '/users?search=zzz', fetch: () => list([]) });
  expect(await screen.findByText('Aucun utilisateur trouvé')).toBeInTheDocument();
});

const page = '/users?search=lef&page=2';
const details = {
  ...marie,
  phone: null,
  limits: { transfer_limit: 10_000, withdrawal_limit: 1_000, card_limit: 3_000 },
};
const me = { ...marie, id: 1, email: 'admin@bankpcs.example', role: 'admin', status: 'active' };

/** Responds as the server does; `refuse` responds to changes instead. */
const server =
  (refuse?: () => Answer, read: object = details) =>
  ({ method, path }: Call) => {
    if (path === '/auth/me') return { body: me };
    if (path.startsWith('/admin/users?')) return list([marie]);
    if (method === 'GET') return { body: read };
    return refuse?.() ?? { body: marie };
  };

it.each([
  'action=create',
  ...['edit', 'limits', 'factors', 'delete'].map((action) => `user=2&action=${action}`),
])('opens no dialog of a change for those who may only read: %s', async (query) => {
  const reader = { ...me, staff_permissions: { read: ['users:manage'], change: [] } };
  renderPage(<UsersPage />, {
    path: `/users?${query}`,
    fetch: (call) => (call.path === '/auth/me' ? { body: reader } : server()(call)),
  });
  expect(await screen.findByRole('row', { name: /Marie/ })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('lists what is missing of a new user in the order of the fields', async () => {
  renderPage(<UsersPage />, { path: '/users?action=create', fetch: server() });
  await press('Créer l’utilisateur');
  const links = within(await screen.findByRole('alert')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Prénom', 'Nom', 'E-mail']);
});

describe('the order', () => {
  it('is chosen by the headers, reversed by a second choice, and kept in the address', async () => {
    const { asked, place } = renderPage(<UsersPage />, { path: page, fetch: server() });
    const header = async (name: string) => screen.findByRole('columnheader', { name });
    expect(await header('ID')).toHaveAttribute('aria-sort', 'ascending');
    await press('Solde');
    expect(place()).toBe('/users?search=lef&sort=balance');
    await press('Solde');
    expect(await header('Solde')).toHaveAttribute('aria-sort', 'descending');
    expect(await header('ID')).not.toHaveAttribute('aria-sort');
    expect(asked('/admin').at(-1)).toBe('/admin/users?search=lef&sort=balance&order=desc&page=1');
    await userEvent.selectOptions(screen.getByLabelText('Trier par'), 'Date de création (croissant)');
    expect(place()).toBe('/users?search=lef&sort=created_at');
  });
});

describe('creating and editing', () => {
  it('sends what was typed, without a balance that nobody edited, and keeps the place', async () => {
    const { sent, place } = renderPage(<UsersPage />, { path: page, fetch: server() });
    await press('Modifier Marie Lefèvre');
    expect(place()).toBe(`${page}&user=2&action=edit`);
    const name = await screen.findByLabelText(/^Nom(?! d)/, { selector: 'dialog input' });
    await userEvent.clear(name);
    await pasteInto(name, 'Roy');
    await press('Enregistrer');
    await waitFor(() => expect(place()).toBe(page));
    const [call] = sent();
    expect(call).toMatchObject({ method: 'PUT', path: '/admin/users/2', body: { last_name: 'Roy' } });
    expect(Object.keys(call?.body as object)).not.toContain('balance');
    expect(Object.keys(call?.body as object)).not.toContain('password');
    expect(call?.headers.get('Idempotency-Key')).toBeTruthy();
  });

  it('requires a reason for another balance, and displays the change', async () => {
    const { sent } = renderPage(<UsersPage />, { path: `${page}&user=2&action=edit`, fetch: server() });
    const balance = await screen.findByLabelText(/Solde/, { selector: 'dialog input' });
    expect(balance).toHaveValue('-499,99');
    expect(screen.queryByLabelText(/Motif/)).not.toBeInTheDocument();
    await userEvent.clear(balance);
    await pasteInto(balance, '1 000,5');
    expect(screen.getByText(/passera de −499,99\s€ à 1\s000,50\s€.*\+1\s500,49\s€/)).toBeInTheDocument();
    await press('Enregistrer');
    expect(await screen.findByLabelText(/Motif/)).toHaveAccessibleDescription(/obligatoire/);
    expect(sent()).toEqual([]);
    await pasteInto(screen.getByLabelText(/Motif/), 'Erreur de caisse');
    await press('Enregistrer');
    await waitFor(() =>
      expect(sent()[0]?.body).toMatchObject({ balance: 1000.5, reason: 'Erreur de caisse' }),
    );
  });

  it('starts a new user as a customer, active and unverified, and keeps a draft without the password', async () => {
    const { sent } = renderPage(<UsersPage />, {
      path: '/users',
      fetch: server(() => refused(409, 'EMAIL_TAKEN', 'Déjà utilisée.', { email: 'Déjà utilisée.' })),
    });
    await press('Créer un utilisateur');
    const dialog = within(screen.getByRole('dialog'));
    await pasteInto(dialog.getByLabelText(/Prénom/), 'Zoé');
    await pasteInto(dialog.getByLabelText(/^Nom(?! d)/), 'Roy');
    await pasteInto(dialog.getByLabelText(/E-mail/), 'zoe@example.org');
    await pasteInto(dialog.getByLabelText(/^Mot de passe/), 'secret-of-zoe');
    await userEvent.click(dialog.getByRole('button', { name: 'Créer l’utilisateur' }));
    await waitFor(() => expect(dialog.getByLabelText(/E-mail/)).toHaveAccessibleDescription(/Déjà/));
    expect(sent()[0]).toMatchObject({
      path: '/admin/users',
      body: { role: 'user', status: 'active', kyc_status: 'pending', password: 'secret-of-zoe' },
    });
    expect(sent()[0]?.body).not.toHaveProperty('balance');
    expect(readDraft(1, 'user-new')).toMatchObject({ first_name: 'Zoé' });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret-of-zoe');
    await userEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
    expect(readDraft(1, 'user-new')).toBeUndefined();
  });

  it('retries under the same key, with the catalogue’s sentence if the server has none', async () => {
    const { sent } = renderPage(<UsersPage />, {
      path: '/users?user=2&action=edit',
      fetch: server(() => ({ status: 502 })),
    });
    const save = await screen.findByRole('button', { name: 'Enregistrer' });
    await userEvent.click(save);
    expect(await screen.findByText('Erreur lors de la sauvegarde')).toBeInTheDocument();
    await userEvent.click(save);
    await waitFor(() => expect(sent()).toHaveLength(2));
    const keys = sent().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toBe(keys[1]);
  });
});

describe('activating and deleting', () => {
  it('sends the opposite status, and displays a failure in the catalogue’s words with the server’s reason', async () => {
    const responses = [
      refused(409, 'LAST_ADMINISTRATOR', 'C’est le dernier administrateur actif.'),
      { status: 500 },
    ];
    const { sent } = renderPage(<UsersPage />, { path: '/users', fetch: server(() => responses.shift()!) });
    const activate = await screen.findByRole('button', { name: 'Activer Marie Lefèvre' });
    await userEvent.click(activate);
    const failed = 'Erreur activation/désactivation';
    expect(await screen.findByText(`${failed} : C’est le dernier administrateur actif.`)).toBeInTheDocument();
    await userEvent.click(activate);
    expect(await screen.findByText(failed)).toBeInTheDocument();
    expect(sent()[0]).toMatchObject({ path: '/admin/users/2/activate', body: { status: 'active' } });
  });

  it('asks before it deletes, and displays a failure', async () => {
    const responses = [{ status: 500 }, { status: 204 }];
    const { sent, place } = renderPage(<UsersPage />, {
      path: page,
      fetch: server(() => responses.shift()!),
    });
    await press('Supprimer Marie Lefèvre');
    const question = within(screen.getByRole('alertdialog', { name: 'Supprimer cet utilisateur ?' }));
    expect(sent()).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Supprimer' }));
    expect(await screen.findByText('Erreur suppression utilisateur')).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Supprimer' }));
    expect(await screen.findByText('Marie Lefèvre a été supprimé.')).toBeInTheDocument();
    await waitFor(() => expect(place()).toBe(page));
    expect(sent()[1]).toMatchObject({ method: 'DELETE', path: '/admin/users/2' });
  });
});

it('changes the limits from the present ones, with a reason', async () => {
  const { sent } = renderPage(<UsersPage />, { path: '/users?user=2&action=limits', fetch: server() });
  const transfers = await screen.findByLabelText(/Virements, par jour/);
  expect(transfers).toHaveValue('10000,00');
  expect(transfers).toHaveAccessibleDescription(/10\s000,00\s€/);
  await userEvent.clear(transfers);
  await pasteInto(transfers, '25000');
  await press('Enregistrer les plafonds');
  expect(sent()).toEqual([]);
  await pasteInto(screen.getByLabelText(/Motif/), 'Achat immobilier');
  await press('Enregistrer les plafonds');
  await waitFor(() =>
    expect(sent()[0]).toMatchObject({
      path: '/admin/users/2/limits',
      body: {
        transfer_limit: 25_000,
        withdrawal_limit: 1_000,
        card_limit: 3_000,
        reason: 'Achat immobilier',
      },
    }),
  );
});

it.each([
  ['edit', 'Nom', 'Enregistrer', { phone: '+33600000000' }, { phone: '+33611111111' }],
  ['limits', 'Virements', 'Enregistrer les plafonds', { transfer_limit: 10_000 }, { transfer_limit: 5_000 }],
])('a restored draft of %s brings what it began with', async (action, label, submit, before, after) => {
  const path = `/users?user=2&action=${action}`;
  const labelled = new RegExp(`^${label}(?! d)`);
  const readAs = (values: object) =>
    server(() => ({ status: 500 }), {
      ...details,
      ...values,
      limits: { ...details.limits, ...values },
    });
  const begun = renderPage(<UsersPage />, { path, fetch: readAs(before) });
  const field = await screen.findByLabelText(labelled, { selector: 'dialog input' });
  await userEvent.clear(field);
  await pasteInto(field, '1');
  begun.unmount();

  const { sent } = renderPage(<UsersPage />, { path, fetch: readAs(after) });
  await screen.findByLabelText(labelled, { selector: 'dialog input' });
  if (action === 'limits') await pasteInto(screen.getByLabelText(/Motif/), 'Achat immobilier');
  await press(submit);
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ seen: before }));
});

it('names a customer’s identity as the filter does: still to be sent, or waiting for the bank', async () => {
  const people = [
    { ...marie, id: 3, kyc_status: 'pending', kyc_submitted_at: null, last_name: 'Aucun' },
    { ...marie, id: 4, kyc_status: 'pending', kyc_submitted_at: '2026-11-20T10:00:00Z', last_name: 'Envoyé' },
    // Of an older server.
    { ...marie, id: 5, kyc_status: 'pending', last_name: 'Ancien' },
  ];
  renderPage(<UsersPage />, { path: '/users', fetch: () => list(people) });
  expect(await rowOf(/Aucun/)).toHaveTextContent('À envoyer');
  for (const name of [/Envoyé/, /Ancien/]) expect(await rowOf(name)).toHaveTextContent('En attente');
});

it('keeps the limits and the reason that were typed over a reload', async () => {
  const Guarded = () => useSession().user && <UsersPage />;
  const answer = server();
  const open = () =>
    renderPage(<Guarded />, {
      path: '/users?user=2&action=limits',
      fetch: (call) => (call.path === '/auth/me' ? { body: { id: 1, role: 'admin' } } : answer(call)),
    });
  const first = open();
  await pasteInto(await screen.findByLabelText(/Motif/), 'Achat immobilier');
  first.unmount();
  open();
  expect(await screen.findByLabelText(/Motif/)).toHaveValue('Achat immobilier');
  await press('Annuler');
  await waitFor(() => expect(screen.queryByLabelText(/Motif/)).toBeNull());
  expect(readDraft(1, 'limits-2')).toBeUndefined();
});

it('leads to the person’s transactions and log lines', async () => {
  renderPage(<UsersPage />, { path: '/users', fetch: server() });
  expect(await screen.findByRole('link', { name: 'Transactions Marie Lefèvre' })).toHaveAttribute(
    'href',
    '/admin/transactions?user_id=2',
  );
  expect(screen.getByRole('link', { name: 'Journal Marie Lefèvre' })).toHaveAttribute(
    'href',
    '/admin/logs?user_id=2',
  );
});

it('leads to no list that the reader’s staff roles do not show', async () => {
  const permissions = { read: ['users:manage', 'transactions:read'], change: ['users:manage'] };
  const clerk = { id: 1, role: 'admin', staff_permissions: permissions };
  renderPage(<UsersPage />, {
    path: '/users',
    fetch: ({ path }) => (path === '/auth/me' ? { body: clerk } : list([marie])),
  });
  expect(await screen.findByRole('link', { name: 'Transactions Marie Lefèvre' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Cartes Marie Lefèvre' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Journal Marie Lefèvre' })).toBeNull();
});
