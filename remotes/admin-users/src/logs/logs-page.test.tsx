import { type Call, renderPage } from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { writeTokens } from '@bank/client/tokens';
import { setLanguage } from '@bank/i18n/language';
import { LogsPage } from './logs-page';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

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
const asked = (calls: Call[]) => calls.map(({ path }) => path).filter((path) => path.startsWith('/admin'));
const button = (name: string) => screen.getByRole('button', { name });

it('shows who did what when', async () => {
  renderPage(<LogsPage />, { fetch: () => list(2) });
  await screen.findByText('Connexion 1.');
  const [, first, second] = screen.getAllByRole('row');
  expect(first).toHaveTextContent(
    '20 nov. 2026, 17:45marie@bankpcs.examplesession.openedAvertissementConnexion 1.Requête request-1',
  );
  expect(second).toHaveTextContent(/Système.*Connexion 2\./);
});

it('says what happened in the language of the page', async () => {
  const told = { ...entry(1), message: 'Utilisateur 7 modifié. Motif : doublon' };
  renderPage(<LogsPage />, { fetch: () => ({ body: { ...list(1).body, logs: [told] } }) });
  expect(await screen.findByText('Utilisateur 7 modifié. Motif : doublon')).toBeInTheDocument();
  act(() => setLanguage('en'));
  expect(await screen.findByText('User 7 changed. Reason: doublon')).toBeInTheDocument();
  act(() => setLanguage('fr'));
});

it('has no next page after fewer than twenty lines, and no previous one on page 1', async () => {
  const { calls } = renderPage(<LogsPage />, {
    fetch: ({ path }) => list(path.includes('page=2') ? 3 : 20),
  });
  await screen.findByText('Connexion 20.');
  expect(button('Précédent')).toBeDisabled();
  await userEvent.click(button('Suivant'));
  await waitFor(() => expect(asked(calls).at(-1)).toBe('/admin/logs?page=2&limit=20'));
  await waitFor(() => expect(screen.queryByText('Connexion 20.')).not.toBeInTheDocument());
  expect(button('Suivant')).toBeDisabled();
  expect(button('Précédent')).toBeEnabled();
});

it('filters when the button is pressed, from page 1 on', async () => {
  const { calls, place } = renderPage(<LogsPage />, { path: '/admin/logs?page=2', fetch: () => list(3) });
  await screen.findByText('Connexion 3.');
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'warning');
  await userEvent.type(screen.getByLabelText('Action'), ' session ');
  await userEvent.type(screen.getByLabelText('ID utilisateur'), 'deux');
  await userEvent.click(button('Filtrer'));
  expect(screen.getByText('Saisissez un nombre entier, par exemple 2.')).toBeInTheDocument();
  expect(asked(calls)).toHaveLength(1);
  await userEvent.clear(screen.getByLabelText('ID utilisateur'));
  await userEvent.type(screen.getByLabelText('ID utilisateur'), '2');
  await userEvent.click(button('Filtrer'));
  await waitFor(() =>
    expect(asked(calls).at(-1)).toBe('/admin/logs?type=warning&action=session&user_id=2&page=1&limit=20'),
  );
  expect(place()).toBe('/admin/logs?type=warning&action=session&user_id=2');
});

it('says that the log did not come, and tries again', async () => {
  let isDown = true;
  renderPage(<LogsPage />, { fetch: () => (isDown ? { status: 500 } : list(1)) });
  expect(await screen.findByText('Erreur lors du chargement des logs')).toBeInTheDocument();
  isDown = false;
  await userEvent.click(button('Réessayer'));
  expect(await screen.findByText('Connexion 1.')).toBeInTheDocument();
});

it('narrows to days, both ends among them, and takes away what is left', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { calls, place } = renderPage(<LogsPage />, {
    path: '/admin/logs?dateFrom=2026-11-20&dateTo=soon',
    fetch: ({ path }) => (path.includes('export') ? { body: 'csv' } : list(1)),
  });
  await screen.findByText('Connexion 1.');
  expect(asked(calls)).toEqual(['/admin/logs?dateFrom=2026-11-20&page=1&limit=20']);
  await userEvent.type(screen.getByLabelText('Au'), '2026-11-19');
  await userEvent.click(button('Filtrer'));
  expect(screen.getByText('La date de fin vient avant la date de début.')).toBeInTheDocument();
  expect(asked(calls)).toHaveLength(1);
  await userEvent.clear(screen.getByLabelText('Au'));
  await userEvent.type(screen.getByLabelText('Au'), '2026-11-21');
  await userEvent.click(button('Filtrer'));
  const filters = 'dateFrom=2026-11-20&dateTo=2026-11-21';
  await waitFor(() => expect(place()).toBe(`/admin/logs?${filters}`));
  await waitFor(() => expect(button('Exporter en CSV')).toBeEnabled());
  await userEvent.click(button('Exporter en CSV'));
  expect(await screen.findByText('Le journal est exporté.')).toBeInTheDocument();
  expect(asked(calls).at(-1)).toBe(`/admin/logs/export?format=csv&${filters}`);
});
