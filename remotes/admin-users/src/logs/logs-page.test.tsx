import {
  expectRetry,
  press,
  recordSavedFiles,
  renderPage,
  signInBeforeEach,
  pasteInto,
} from '../../../../tests/support/ui';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import sentences from '../../../../libs/contracts/locales/log.fr.json';
import { LogsPage } from './logs-page';

signInBeforeEach();

const entry = (id: number) => ({
  id,
  created_at: '2026-11-20T16:45:00.000Z',
  email: id === 1 ? 'marie@bankpcs.example' : null,
  user_id: id === 1 ? 2 : null,
  action: 'session.opened',
  type: 'warning',
  message: `Connexion ${id}.`,
  request_id: id === 1 ? 'request-1' : null,
});
const list = (count: number) => ({
  body: {
    logs: Array.from({ length: count }, (_, place) => entry(place + 1)),
    pagination: { page: 1, limit: 20, total: count, pages: 1 },
  },
});
const button = (name: string) => screen.getByRole('button', { name });

it('shows who did what when', async () => {
  renderPage(<LogsPage />, { fetch: () => list(2) });
  await screen.findByText('Connexion 1.');
  const [, first, second] = screen.getAllByRole('row');
  expect(first).toHaveTextContent(
    '20 nov. 2026, 17:45marie@bankpcs.exampleSessionsession.openedAvertissementConnexion 1.Requête request-1',
  );
  expect(second).toHaveTextContent(/Système.*Connexion 2\./);
});

it('names the area of every action in words', async () => {
  /** Sentences of actions of other names. */
  const others = ['attachment', 'document', 'log', 'movement'];
  const families = new Set(Object.keys(sentences).map((name) => name.split('.')[0] ?? ''));
  const actions = [...families]
    .filter((family) => !others.includes(family))
    .map((family) => `${family}.done`);
  const logs = actions.map((action, place) => ({ ...entry(place + 1), action }));
  renderPage(<LogsPage />, { fetch: () => ({ body: { ...list(1).body, logs } }) });
  await screen.findByText('Connexion 1.');
  const bare = actions.filter((action) => screen.getByText(action).parentElement?.textContent === action);
  expect(bare).toEqual([]);
});

it('displays messages in the language of the page', async () => {
  const texts: Record<string, string> = {
    fr: 'Utilisateur 7 modifié. Motif : doublon',
    en: 'User 7 changed. Reason: doublon',
  };
  renderPage(<LogsPage />, {
    fetch: ({ headers }) => {
      const message = texts[headers.get('accept-language') ?? ''] ?? '';
      return { body: { ...list(1).body, logs: [{ ...entry(1), message }] } };
    },
  });
  expect(await screen.findByText('Utilisateur 7 modifié. Motif : doublon')).toBeInTheDocument();
  act(() => setLanguage('en'));
  expect(await screen.findByText('User 7 changed. Reason: doublon')).toBeInTheDocument();
});

it('has no next page after fewer than twenty lines, and no previous one on page 1', async () => {
  const { asked } = renderPage(<LogsPage />, {
    fetch: ({ path }) => list(path.includes('page=2') ? 3 : 20),
  });
  await screen.findByText('Connexion 20.');
  expect(button('Précédent')).toBeDisabled();
  await press('Suivant');
  await waitFor(() => expect(asked('/admin').at(-1)).toBe('/admin/logs?page=2&limit=20'));
  await waitFor(() => expect(screen.queryByText('Connexion 20.')).not.toBeInTheDocument());
  expect(button('Suivant')).toBeDisabled();
  expect(button('Précédent')).toBeEnabled();
});

it('asks for a filter on the last page that is listed, and beyond it', async () => {
  renderPage(<LogsPage />, { path: '/admin/logs?page=500', fetch: () => list(20) });
  expect(await screen.findByText(/^page 500, la dernière affichée\s: filtrez/)).toBeVisible();
  expect(button('Suivant')).toBeDisabled();
  cleanup();
  renderPage(<LogsPage />, { path: '/admin/logs?page=501', fetch: () => list(0) });
  expect(await screen.findByText('Le journal ne s’affiche pas plus loin')).toBeVisible();
  expect(button('Exporter en CSV')).toBeEnabled();
});

it('filters when the button is pressed, from page 1 on', async () => {
  const { asked, place } = renderPage(<LogsPage />, { path: '/admin/logs?page=2', fetch: () => list(3) });
  await screen.findByText('Connexion 3.');
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'warning');
  await pasteInto(screen.getByLabelText('Action'), ' session ');
  await pasteInto(screen.getByLabelText('ID utilisateur'), 'deux');
  await press('Filtrer');
  expect(screen.getByText('Saisissez un nombre entier, par exemple 2.')).toBeInTheDocument();
  expect(asked('/admin')).toHaveLength(1);
  await userEvent.clear(screen.getByLabelText('ID utilisateur'));
  await pasteInto(screen.getByLabelText('ID utilisateur'), '2');
  await press('Filtrer');
  await waitFor(() =>
    expect(asked('/admin').at(-1)).toBe('/admin/logs?type=warning&action=session&user_id=2&page=1&limit=20'),
  );
  expect(place()).toBe('/admin/logs?type=warning&action=session&user_id=2');
});

it('displays a failure, and retries', async () => {
  await expectRetry(<LogsPage />, 'Erreur lors du chargement des logs', { path: '/', fetch: () => list(1) });
  expect(await screen.findByText('Connexion 1.')).toBeInTheDocument();
});

it('filters by days, both inclusive, and exports the filtered lines', async () => {
  recordSavedFiles();
  const { asked, place } = renderPage(<LogsPage />, {
    path: '/admin/logs?dateFrom=2026-11-20&dateTo=soon',
    fetch: ({ path }) => (path.includes('export') ? { body: 'csv' } : list(1)),
  });
  await screen.findByText('Connexion 1.');
  expect(asked('/admin')).toEqual(['/admin/logs?dateFrom=2026-11-20&page=1&limit=20']);
  await userEvent.type(screen.getByLabelText('Au'), '2026-11-19');
  await press('Filtrer');
  expect(screen.getByText('La date de fin vient avant la date de début.')).toBeInTheDocument();
  expect(asked('/admin')).toHaveLength(1);
  await userEvent.clear(screen.getByLabelText('Au'));
  await userEvent.type(screen.getByLabelText('Au'), '2026-11-21');
  await press('Filtrer');
  const filters = 'dateFrom=2026-11-20&dateTo=2026-11-21';
  await waitFor(() => expect(place()).toBe(`/admin/logs?${filters}`));
  await waitFor(() => expect(button('Exporter en CSV')).toBeEnabled());
  await press('Exporter en CSV');
  expect(await screen.findByText('Le journal est exporté.')).toBeInTheDocument();
  expect(asked('/admin').at(-1)).toBe(`/admin/logs/export?format=csv&${filters}`);
});

it('keeps the focus on the view that is chosen, and on the next page while it loads', async () => {
  const runs = { runs: [], pagination: list(0).body.pagination };
  renderPage(<LogsPage />, { fetch: ({ path }) => (path.includes('/jobs') ? { body: runs } : list(20)) });
  await screen.findByText('Connexion 20.');
  await press('Suivant');
  expect(button('Suivant')).toHaveFocus();
  for (const view of ['Tâches planifiées', 'Activité']) {
    await press(view);
    expect(button(view)).toHaveFocus();
  }
});
