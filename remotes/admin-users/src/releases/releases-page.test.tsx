import { press, renderPage, type Server, signInBeforeEach, pasteInto } from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError, setApprovalPrompt } from '@bank/client/api';
import { useSession } from '@bank/client/session';
import { publishLiveEvent } from '@bank/client/live-events';
import { ReleasesPage } from './releases-page';

signInBeforeEach();

const version = (id: number) => `1.0.0-000000000${id}`;
const release = (id: number, status: string, rest: object = {}) => ({
  id,
  remote: 'cards',
  version: version(id),
  status,
  share: status === 'canary' ? 10 : 0,
  published_by: 'Cartes',
  created_at: '2026-11-20T10:00:00.000Z',
  reason: null,
  is_kept: true,
  changed_at: '2026-11-20T11:00:00.000Z',
  first_load_bytes: 9_040,
  failure_rate: null,
  reports: { shown: 0, load: 0, integrity: 0, render: 0 },
  ...rest,
});
const live = release(2, 'live', {
  failure_rate: 0.01,
  reports: { shown: 99, load: 1, integrity: 0, render: 0 },
});
const canary = release(3, 'canary', {
  failure_rate: 0.25,
  reports: { shown: 6, load: 0, integrity: 1, render: 1 },
});
const replaced = release(1, 'retired', { published_by: 'installation', is_kept: false });
const token = {
  id: 7,
  team: 'Cartes',
  remotes: ['cards'],
  revoked_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  hosts: ['shell'],
  expires_at: '2100-01-01T10:00:00.000Z',
};

/** A server with the releases of one remote; `change` responds to what is not read. */
const serverOf =
  (state: { releases: object[]; tokens?: object[] }, change: Server = () => ({ status: 500 })): Server =>
  (call) => {
    if (call.path === '/auth/me') return { body: { id: 1, role: 'admin' } };
    if (call.method !== 'GET') return change(call);
    if (call.path === '/admin/deploy_tokens') return { body: { tokens: state.tokens ?? [] } };
    return {
      body: { remotes: state.releases.length > 0 ? [{ name: 'cards', releases: state.releases }] : [] },
    };
  };
const open = (server: Server, path = '/admin/releases') =>
  renderPage(<ReleasesPage />, { path, fetch: server });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

it('lists the audience and error rate of each release, and the earlier releases', async () => {
  open(serverOf({ releases: [live, canary, replaced] }));
  const table = await screen.findByRole('table', { name: 'Versions des sites et des modules' });
  const [, first, second, none] = within(table).getAllByRole('row');
  expect(none).toBeUndefined();
  expect(first).toHaveTextContent(/-000000000290\s% des visiteurs.*1,0\s%Affichée : 99Non chargée : 1.*9 Ko/);
  expect(second).toHaveTextContent(/-000000000310\s% à l’essai.*25,0\s%.*Refusée.*: 1/);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Montrer aussi 1 autre version' }));
  expect(within(table).getAllByRole('row')[3]).toHaveTextContent(
    /-0000000001Remplacée.*Fichiers supprimés.*avec l’installation$/,
  );
});

it.each([
  '',
  '?action=token',
  '?revoke=7',
  `?action=promote&remote=cards&version=${version(3)}`,
  `?action=rollback&remote=cards&version=${version(3)}`,
])('offers nothing to change to those who may only read, at %s', async (query) => {
  const known = serverOf({ releases: [live, canary], tokens: [token] });
  const reader = { id: 1, role: 'admin', staff_permissions: { read: ['releases:manage'], change: [] } };
  open((call) => (call.path === '/auth/me' ? { body: reader } : known(call)), `/admin/releases${query}`);
  const tokens = await screen.findByRole('table', { name: 'Jetons de livraison' });
  expect(await within(tokens).findByRole('row', { name: new RegExp(String(token.team)) })).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('promotes a canary once, after a confirmation', async () => {
  const after = [release(3, 'live'), release(2, 'retired')];
  const { sent, place } = open(serverOf({ releases: [live, canary] }, () => ({ body: { releases: after } })));
  await press('Promouvoir cards');
  expect(place()).toBe(`/admin/releases?action=promote&remote=cards&version=${version(3)}`);
  const question = screen.getByRole('alertdialog', { name: /^Montrer 1\.0\.0-0000000003 à tous/ });
  expect(within(question).getByRole('button', { name: 'Annuler' })).toHaveFocus();
  await userEvent.click(within(question).getByRole('button', { name: 'Promouvoir' }));
  expect(await screen.findByText(/la version 1\.0\.0-0000000003 est montrée à tous/)).toBeInTheDocument();
  await waitFor(() => expect(place()).toBe('/admin/releases'));
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ['/admin/releases/cards/promote', { version: version(3) }],
  ]);
  expect(screen.queryByRole('button', { name: 'Promouvoir cards' })).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('takes back for a reason, which stays when the call fails', async () => {
  let isUp = false;
  const { sent } = open(
    serverOf({ releases: [live, canary] }, () =>
      isUp
        ? { body: { releases: [live, release(3, 'rolled_back', { reason: 'Trop lent' })] } }
        : { status: 500 },
    ),
  );
  await press(/^Revenir en arrière\s: cards/);
  const dialog = screen.getByRole('dialog', { name: /^Retirer 1\.0\.0-0000000003/ });
  const reason = within(dialog).getByRole('textbox', { name: /^Motif/ });
  await pasteInto(reason, 'no');
  await press('Retirer la version');
  expect(await within(dialog).findByText(/trop court/)).toBeVisible();
  expect(within(dialog).getByRole('alert')).toHaveFocus();
  expect(sent()).toEqual([]);
  await userEvent.clear(reason);
  await pasteInto(reason, 'Trop lent');
  await press('Retirer la version');
  expect(await screen.findByText('La version n’a pas pu être retirée. Réessayez.')).toBeInTheDocument();
  expect(reason).toHaveValue('Trop lent');
  isUp = true;
  await press('Retirer la version');
  expect(await screen.findByText(/la version 1\.0\.0-0000000003 est retirée/)).toBeInTheDocument();
  expect(sent().at(-1)?.body).toEqual({
    reason: 'Trop lent',
    shown: { version: version(3), status: 'canary' },
  });
});

it('follows changes by others, and closes the questions about removed releases', async () => {
  const state = { releases: [live, canary] as object[] };
  const { sent } = open(serverOf(state));
  await press(/^Revenir en arrière\s: cards/);
  const now = new Date().toISOString();
  state.releases = [live, release(3, 'rolled_back', { reason: '100 % d’échecs', changed_at: now })];
  act(() => publishLiveEvent({ type: 'release', data: { remote: 'cards' } }));
  expect(await screen.findByRole('dialog', { name: 'La situation a changé' })).toBeInTheDocument();
  const alert = screen.getByText(/cards : la version 1\.0\.0-0000000003 a été retirée le/);
  expect(alert.parentElement).toHaveTextContent('100 % d’échecs');
  expect(sent()).toEqual([]);
});

it('does not roll back a release that a colleague promoted before the trial was ended', async () => {
  const state = { releases: [live, canary] as object[] };
  const { sent } = open(serverOf(state));
  await press(/^Revenir en arrière\s: cards/);
  expect(screen.getByRole('dialog')).toHaveTextContent(/l’essai s’arrête/);
  state.releases = [release(3, 'live'), release(2, 'retired')];
  act(() => publishLiveEvent({ type: 'release', data: { remote: 'cards' } }));
  expect(await screen.findByRole('dialog', { name: 'La situation a changé' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Retirer la version' })).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

it('makes a token for chosen and coming remotes, and shows it this once', async () => {
  const made = { ...token, id: 8, token: 'bpd_secret' };
  const { sent } = open(serverOf({ releases: [live] }, () => ({ status: 201, body: made })));
  await screen.findByRole('table', { name: 'Versions des sites et des modules' });
  await press('Nouveau jeton');
  const create = await button('Créer le jeton');
  await userEvent.click(create);
  const team = screen.getByRole('textbox', { name: /^Équipe/ });
  expect(team).toHaveAccessibleDescription(/obligatoire/);
  expect(screen.getByRole('checkbox', { name: 'cards' })).toHaveAccessibleDescription(/obligatoire/);
  expect(sent()).toEqual([]);
  await pasteInto(team, 'Cartes');
  await userEvent.click(screen.getByRole('checkbox', { name: 'cards' }));
  await pasteInto(screen.getByRole('textbox', { name: /encore sans version/ }), 'epargne');
  await userEvent.click(create);
  expect(await screen.findByText('bpd_secret')).toBeInTheDocument();
  expect(sent().map(({ body }) => body)).toEqual([
    { team: 'Cartes', remotes: ['cards', 'epargne'], hosts: ['shell'], days: 90 },
  ]);
  await press('J’ai gardé le jeton');
  await waitFor(() => expect(screen.queryByText('bpd_secret')).not.toBeInTheDocument());
});

it('makes a token that the maker has to confirm, and keeps what was typed when they do not', async () => {
  const made = { ...token, id: 8, token: 'bpd_secret' };
  const asked = { code: 'APPROVAL_REQUIRED', error: 'Confirmez.', approval: { id: 45 }, request_id: 'r' };
  const { sent } = open(
    serverOf({ releases: [live] }, ({ headers }) =>
      headers.get('X-Approval') === 'given' ? { status: 201, body: made } : { status: 403, body: asked },
    ),
    '/admin/releases?action=token',
  );
  const cancelled = new ApiError('Rien n’a été changé.', 'APPROVAL_REQUIRED', 403);
  const prompt = jest.fn(() => Promise.resolve('given')).mockRejectedValueOnce(cancelled);
  act(() => void setApprovalPrompt(prompt));
  const team = await screen.findByRole('textbox', { name: /^Équipe/ });
  await pasteInto(team, 'Cartes');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'cards' }));
  await press('Créer le jeton');
  expect(await screen.findByText(/Rien n’a été changé/)).toBeVisible();
  expect(team).toHaveValue('Cartes');
  await press('Créer le jeton');
  expect(await screen.findByText('bpd_secret')).toBeInTheDocument();
  expect(prompt).toHaveBeenCalledTimes(2);
  const keys = sent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(3);
  expect(keys[2]).toBe(keys[1]);
});

it('makes a token again under the same key after a reload, and shows it also when its form was closed', async () => {
  const answers: ((answer: object) => void)[] = [];
  const Guarded = () => useSession().user && <ReleasesPage />;
  const begin = () =>
    renderPage(<Guarded />, {
      path: '/admin/releases?action=token',
      fetch: serverOf({ releases: [live] }, () => new Promise((resolve) => answers.push(resolve as never))),
    });
  const keyOf = ({ sent }: ReturnType<typeof begin>) => sent()[0]?.headers.get('Idempotency-Key');
  const first = begin();
  await pasteInto(await screen.findByRole('textbox', { name: /^Équipe/ }), 'Cartes');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'cards' }));
  await press('Créer le jeton');
  first.unmount();
  const second = begin();
  await screen.findByRole('checkbox', { name: 'cards' });
  await press('Créer le jeton');
  expect(keyOf(second)).toBe(keyOf(first));
  await press('Fermer');
  answers.at(-1)?.({ status: 201, body: { ...token, id: 8, token: 'bpd_secret' } });
  expect(await screen.findByText('bpd_secret')).toBeInTheDocument();
});

it('asks before a token is revoked', async () => {
  const state = { releases: [live], tokens: [token] };
  const { sent } = open(
    serverOf(state, () => {
      state.tokens = [{ ...token, revoked_at: '2026-11-21T10:00:00.000Z' as never }];
      return { body: state.tokens[0] };
    }),
  );
  await press(/^Révoquer le jeton de l’équipe Cartes/);
  const question = screen.getByRole('alertdialog', { name: /^Révoquer ce jeton/ });
  await userEvent.click(within(question).getByRole('button', { name: 'Révoquer' }));
  expect(await screen.findByText('Révoqué le 21 nov. 2026')).toBeInTheDocument();
  expect(sent().map(({ path }) => path)).toEqual(['/admin/deploy_tokens/7/revoke']);
});

it('displays an empty list and a failure', async () => {
  let isDown = true;
  const server = serverOf({ releases: [] });
  open((call) => (isDown && call.path === '/admin/releases' ? { status: 500 } : server(call)));
  expect(await screen.findByText('Les versions n’ont pas pu être chargées')).toBeInTheDocument();
  isDown = false;
  await press('Réessayer');
  expect(await screen.findByText('Aucun module n’est publié')).toBeInTheDocument();
});
